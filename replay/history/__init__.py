"""What a log tells of a deal: who wrote what and when, what stood there before, what changed."""
