/* Steps through a deal in the browser: frames come from Python, nothing is asked of it in between.
   Names are put in as text, never as markup. At each step only what its frame names is in the
   document: in the view of one seat nothing else can be found there. */

const SVG = 'http://www.w3.org/2000/svg'
const HELP = [
  ['← →', 'one step'],
  ['Shift ← →', 'one trick'],
  ['Home End', 'first and last step'],
  ['↑ ↓', 'one trick, while the table has the focus'],
  ['[ ]', 'deal before and after'],
  ['f', 'next finding'],
  ['1 – 4', 'what one seat could know'],
  ['0', 'all cards'],
  ['l', 'the last trick, while held'],
  ['t', 'the deal in words'],
  ['?', 'this list'],
]

function make(tag, attributes, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) node[name] = value
    else if (value !== null && value !== undefined && value !== false)
      node.setAttribute(name, value === true ? '' : value)
  }
  node.append(...children.filter((child) => child !== null))
  return node
}

/* Writes a text only where another one stands. */
function tell(node, text) {
  if (node._told === text) return
  node._told = text
  node.textContent = text
}

/* -- what the frames add up to -------------------------------------------------------------- */

function whole(frames) {
  let before = { spots: {} }
  return frames.map((frame) => {
    const spots = { ...before.spots, ...frame.spots }
    for (const name of Object.keys(spots)) if (spots[name] === null) delete spots[name]
    before = { ...before, ...frame, spots }
    before.order = Object.keys(spots).sort(
      (a, b) => isTrick(spots[a]) - isTrick(spots[b]) || spots[a][0] - spots[b][0] ||
        spots[a][1] - spots[b][1],
    )
    return before
  })
}

const isTrick = (spot) => spot[2].startsWith('trick')

/* The last step of each group: the calls, what comes before the lead, each trick. */
function groupEnds(frames) {
  const group = (name) => (name[0] === 't' ? name.split('.')[0] : name[0])
  return frames
    .map((frame, at) => at)
    .filter((at) => at === frames.length - 1 || group(frames[at].name) !== group(frames[at + 1].name))
}

/* -- the table ------------------------------------------------------------------------------ */

function cardNode(name, face) {
  const outer = document.createElementNS(SVG, 'g')
  if (!/[?-]/.test(name)) outer.dataset.card = name
  outer.innerHTML = `<g>${face}<g class="badge"><circle cx="42" cy="3" r="9"/>` +
    '<text x="42" y="7" text-anchor="middle"></text></g></g>'
  outer._badge = outer.querySelector('.badge text')
  return outer
}

function place(node, spot) {
  const [x, y, look] = spot
  node.setAttribute('transform', `translate(${x} ${y})`)
  node.setAttribute('class', `card ${look}`)
  const number = / n(\d)/.exec(look)
  tell(node._badge, look.includes('offence') ? '!' : number ? number[1] : '')
  node._spot = spot
}

/* A step touches only what differs: what is gone or lies elsewhere is taken up, then put down
   below what lies on it. To write the rest again would have the browser lay out all of it. */
function drawTable(view, frame) {
  for (const [name, node] of view.lying) {
    if (frame.spots[name] === node._spot) continue
    node.remove()
    view.lying.delete(name)
  }
  let above = null
  for (let at = frame.order.length - 1; at >= 0; at--) {
    const name = frame.order[at]
    if (!view.lying.has(name)) {
      const node = (view.nodes[name] ||= cardNode(name, view.data.faces[name]))
      if (node._spot !== frame.spots[name]) place(node, frame.spots[name])
      view.cards.insertBefore(node, above)
      view.lying.set(name, node)
    }
    above = view.nodes[name]
  }
  for (const plate of view.plates) {
    tell(plate._part, ` · ${frame.plates['ABCD'.indexOf(plate.dataset.seat)]}`)
    plate.classList.toggle('turn', frame.turn === plate.dataset.seat)
  }
  if (view.trump !== frame.trump) {
    view.trump = frame.trump
    view.trumps.setAttribute('href', frame.trump ? `#pip${frame.trump}` : '#')
    view.trumps.setAttribute('class', `trumps suit${frame.trump}`)
  }
  tell(view.talon, frame.talon)
}

/* -- the tables beside it ------------------------------------------------------------------- */

function seatHeads(view) {
  return view.data.seats.map((seat) => make('th', { scope: 'col', title: seat.whole }, seat.name))
}

function jump(view, at, label, attributes, ...inside) {
  const button = make('button', { type: 'button', 'aria-label': label, ...attributes,
    onclick: () => view.show(at) }, ...inside)
  button._at = at
  view.jumps.push(button)
  return button
}

function callsTable(view) {
  if (!view.data.calls.length) return null
  const rows = view.data.calls.map((row) => make('tr', {}, ...row.map((cell, column) => {
    if (!cell) return make('td', {})
    const label = `${view.data.seats[column].whole}: ${cell.words}`
    return make('td', {}, jump(view, cell.at, label,
      { class: cell.suit ? `suit${cell.suit}` : '', title: cell.words }, cell.text))
  })))
  return make('table', { class: 'calls' }, make('caption', {}, 'Calls'),
    make('thead', {}, make('tr', {}, ...seatHeads(view))), make('tbody', {}, ...rows))
}

function trickRow(view, trick) {
  const cells = trick.cells.map((cell, column) => {
    if (!cell) return make('td', {})
    const wins = trick.winner === column
    const wrong = view.data.findings.filter((one) => one.at === cell.at)
    const label = `trick ${trick.number}, ${view.data.seats[column].whole}: ${cell.text}` +
      (cell.led ? ', led' : '')
    const button = jump(view, cell.at, label, { class: `suit${cell.suit || ''}` },
      make('span', { class: 'led', 'aria-hidden': 'true' }, cell.led ? '›' : ''), cell.text)
    if (wins) view.winners.push([button, trick.won])
    if (wrong.length) {
      const from = Math.min(...wrong.map((one) => one.from))
      const mark = make('span', { class: 'mark', title: wrong.map((one) => one.message).join(' ') }, ' ⚠')
      view.marks.push({ button, mark, from, label, told: label + wrong.map((one) => `, ${one.code}`).join('') })
    }
    return make('td', {}, button)
  })
  const row = make('tr', {}, make('th', { scope: 'row' }, String(trick.number)), ...cells)
  row._at = trick.at
  return row
}

function tricksTable(view) {
  if (!view.data.tricks.length) return null
  view.rows = view.data.tricks.map((trick) => trickRow(view, trick))
  return make('table', { class: 'tricks' }, make('caption', {}, 'Tricks'),
    make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, '#'), ...seatHeads(view))),
    make('tbody', {}, ...view.rows))
}

function findingNode(finding) {
  const rule = finding.rule_href
    ? make('a', { href: finding.rule_href }, finding.rule) : finding.rule
  return make('li', { class: finding.severity }, make('strong', {},
    `${finding.severity} · ${finding.code}${finding.state === 'ruled' ? ' · ruled' : ''}`),
    make('p', {}, finding.message, ' (', rule, ') ',
      finding.href ? make('a', { href: finding.href }, 'how this follows') : ''))
}

function drawSide(view, at) {
  const frame = view.frames[at]
  const blind = view.data.seat !== null
  tell(view.tally, frame.tally)
  tell(view.heading, frame.heading)
  for (const button of view.jumps) {
    const state = Math.sign(button._at - at)
    if (button._state === state) continue
    button._state = state
    button.classList.toggle('later', state > 0)
    if (state === 0) button.setAttribute('aria-current', 'step')
    else button.removeAttribute('aria-current')
  }
  for (const [button, from] of view.winners) button.classList.toggle('winner', !blind || from <= at)
  for (const one of view.marks) drawMark(one, !blind || one.from <= at)
  if (blind) hideLater(view, at)
  const now = view.data.findings.filter((one) => (blind ? one.from : one.at) === at ||
    (blind && one.at === at && one.from <= at))
  const told = now.map((one) => view.data.findings.indexOf(one)).join()
  if (view.now._told === told) return
  view.now._told = told
  view.now.replaceChildren(...now.map(findingNode))
  view.now.hidden = !now.length
}

/* The tables follow when the steps rest: reading where things lie costs more than a step. */
function scrollSide(view) {
  const current = view.side.querySelector('[aria-current]')
  if (current) view.side.scrollTop = Math.max(0, current.offsetTop - view.side.clientHeight / 2)
}

/* What a seat cannot know yet is not in the document, not even in a title. */
function drawMark({ button, mark, label, told }, seen) {
  if (seen === Boolean(mark.parentNode)) return
  if (seen) button.append(mark)
  else mark.remove()
  button.setAttribute('aria-label', seen ? told : label)
}

/* In the view of one seat what comes later is not in the document at all. */
function hideLater(view, at) {
  for (const button of view.jumps) {
    const later = button._at > at
    if (later && button.parentNode) {
      button._home = button.parentNode
      button.remove()
    } else if (!later && !button.parentNode && button._home) button._home.append(button)
  }
  for (const row of view.rows) row.hidden = row._at > at
  drawWords(view, at)
}

function drawWords(view, at) {
  const told = view.data.words.filter((line) => view.data.seat === null || line.from <= at)
  while (view.words.childElementCount > told.length) view.words.lastElementChild.remove()
  for (const line of told.slice(view.words.childElementCount))
    view.words.append(make('li', {}, line.text))
}

/* -- building ------------------------------------------------------------------------------- */

function barButton(label, sign, action) {
  return make('button', { type: 'button', 'aria-label': label, title: label, onclick: action }, sign)
}

function toggle(view, label, name, on) {
  const saved = sessionStorage.getItem(`trickbook-${name}`)
  const pressed = saved === null ? on : saved === 'true'
  view.host.classList.toggle(name, pressed)
  const button = make('button', { type: 'button', class: 'toggle', 'aria-pressed': String(pressed) }, label)
  button.onclick = () => {
    const now = view.host.classList.toggle(name)
    button.setAttribute('aria-pressed', String(now))
    sessionStorage.setItem(`trickbook-${name}`, String(now))
  }
  return button
}

function seatButtons(view) {
  const chosen = view.data.seat
  const seats = [...view.data.seats].sort((a, b) => a.letter.localeCompare(b.letter))
  const options = [[null, 'all', 'all cards'],
    ...seats.map((seat) => [seat.letter, seat.letter, `what ${seat.whole} could know`])]
  return make('div', { class: 'seats', role: 'group', 'aria-label': 'whose view' },
    ...options.map(([letter, sign, label]) => make('button', { type: 'button', class: 'toggle',
      'aria-pressed': String(letter === chosen), 'aria-label': label, title: label,
      onclick: () => view.look(letter) }, sign)))
}

function transport(view) {
  const last = view.frames.length - 1
  view.slider = make('input', { type: 'range', min: 0, max: last, value: 0, 'aria-label': 'step',
    oninput: () => view.show(Number(view.slider.value)) })
  view.label = make('output', { class: 'label' })
  view.help = make('dialog', { 'aria-label': 'keys' }, make('h2', {}, 'Keys'),
    make('dl', {}, ...HELP.flatMap(([key, what]) => [make('dt', {}, key), make('dd', {}, what)])),
    make('form', { method: 'dialog' }, make('button', { type: 'submit' }, 'close')))
  view.playing = barButton('play', '▶', () => view.run())
  view.playing.hidden = matchMedia('(prefers-reduced-motion: reduce)').matches
  return make('div', { class: 'bar', role: 'toolbar', 'aria-label': 'steps' },
    barButton('first step', '|‹', () => view.show(0)),
    barButton('trick before', '‹‹', () => view.group(-1)),
    barButton('step before', '‹', () => view.show(view.at - 1)),
    view.playing,
    barButton('next step', '›', () => view.show(view.at + 1)),
    barButton('next trick', '››', () => view.group(1)),
    barButton('last step', '›|', () => view.show(last)),
    view.slider, view.label, ...(view.data.still ? [] : [seatButtons(view)]),
    toggle(view, '4 colours', 'four', false),
    toggle(view, 'lawful', 'show-lawful', view.data.seat === null),
    barButton('copy the link to this step', 'link', () => {
      view.writeAddress()
      navigator.clipboard?.writeText(location.href)
      view.label.textContent = 'copied'
    }),
    barButton('keys', '?', () => view.help.showModal()),
    view.help)
}

function build(view) {
  const board = make('div', { class: 'board', tabindex: 0, role: 'group',
    'aria-label': 'the card table; arrow keys step through the deal' })
  board.innerHTML = view.data.svg
  view.board = board
  view.title = board.querySelector('title')
  view.cards = board.querySelector('.cards')
  view.plates = [...board.querySelectorAll('.plate')]
  for (const plate of view.plates) plate._part = plate.querySelector('.part')
  view.trumps = board.querySelector('.trumps')
  view.talon = board.querySelector('.talon-count')
  view.heading = make('p', { class: 'heading' })
  view.says = make('p', { class: 'says' })
  view.live = make('p', { class: 'live', 'aria-live': 'polite' })
  view.tally = make('p', { class: 'tally' })
  view.now = make('ul', { class: 'now', 'aria-label': 'findings at this step' })
  view.words = make('ol', {})
  view.text = make('details', { class: 'words' }, make('summary', {}, 'The deal in words'), view.words)
  view.strip = make('ul', { class: 'strip' })
  view.side = make('div', { class: 'side', tabindex: 0, role: 'region', 'aria-label': 'calls and tricks' },
    view.tally, view.now, ...[callsTable(view), tricksTable(view)].filter(Boolean))
  view.host.classList.toggle('draws', view.frames.some((frame) => frame.talon))
  view.host.dataset.deal = view.data.deal
  view.host.dataset.seat = view.data.seat || ''
  view.host.replaceChildren(transport(view),
    make('div', { class: 'main' }, make('div', { class: 'table' },
      make('div', { class: 'line' }, view.heading, view.says), view.strip, board), view.side),
    view.live, view.text)
  drawWords(view, 0)
}

function narrow(view) {
  const is = view.host.clientWidth < 620
  view.host.classList.toggle('narrow', is)
  view.board.querySelector('svg').setAttribute('viewBox', is ? '165 0 590 590' : '0 0 920 590')
  drawStrip(view, view.frames[view.at])
}

function drawStrip(view, frame) {
  if (!view.host.classList.contains('narrow')) return
  const sided = ['left', 'right'].flatMap((side) =>
    view.plates.filter((plate) => plate.classList.contains(side)))
  view.strip.replaceChildren(...sided.map((plate) => {
    const item = make('li', {}, plate.textContent.replace(plate.querySelector('title').textContent, ''))
    item.classList.toggle('turn', frame.turn === plate.dataset.seat)
    return item
  }))
}

/* -- moving --------------------------------------------------------------------------------- */

function show(view, step) {
  const at = Math.min(Math.max(step, 0), view.frames.length - 1)
  const frame = view.frames[at]
  view.at = at
  view.host.dataset.step = String(at)
  view.host.dataset.name = frame.name
  drawTable(view, frame)
  drawSide(view, at)
  drawStrip(view, frame)
  view.slider.value = at
  view.slider.style.setProperty('--at', `${(100 * at) / Math.max(view.frames.length - 1, 1)}%`)
  view.slider.setAttribute('aria-valuetext', frame.name)
  view.label.textContent = `${frame.name}  ${at}/${view.frames.length - 1}`
  view.says.textContent = view.says.title = frame.says
  view.heading.title = frame.heading
  view.title.textContent = `${frame.heading}. ${frame.says}`
  if (view.data.seat !== null) view.live.textContent = '' // it may tell what comes later
  clearTimeout(view.pause)
  view.pause = setTimeout(() => {
    view.live.textContent = frame.says
    scrollSide(view)
    view.writeAddress()
  }, 250)
}

/* The address follows when the steps rest: browsers throttle what changes it too often. */
function writeAddress(view) {
  if (view.gone || view.data.still) return
  const address = new URL(location)
  address.searchParams.set('deal', view.data.deal)
  address.searchParams.set('step', view.frames[view.at].name)
  if (view.data.seat) address.searchParams.set('seat', view.data.seat)
  else address.searchParams.delete('seat')
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}

function nextGroup(view, way) {
  const ends = view.ends
  const next = way > 0 ? ends.find((at) => at > view.at) : ends.findLast((at) => at < view.at)
  show(view, next === undefined ? (way > 0 ? view.frames.length - 1 : 0) : next)
}

function nextFinding(view) {
  const places = view.data.findings
    .map((one) => (view.data.seat === null ? one.at : one.from)).sort((a, b) => a - b)
  if (places.length) show(view, places.find((at) => at > view.at) ?? places[0])
}

function run(view) {
  const stop = () => {
    clearInterval(view.timer)
    view.timer = null
    view.playing.textContent = '▶'
    view.playing.setAttribute('aria-label', 'play')
  }
  if (view.timer) return stop()
  view.playing.textContent = '❚❚'
  view.playing.setAttribute('aria-label', 'pause')
  view.timer = setInterval(() => {
    if (view.at >= view.frames.length - 1) stop()
    else show(view, view.at + 1)
  }, 1000)
}

/* While l is held the last trick lies on the table again. */
function lastTrick(view, held) {
  const before = view.ends.findLast((at) => at <= view.at && view.frames[at].name[0] === 't')
  drawTable(view, held && before !== undefined
    ? { ...view.frames[view.at], ...trickOf(view.frames[before], view.frames[view.at]) }
    : view.frames[view.at])
}

function trickOf(then, now) {
  const spots = Object.fromEntries(Object.entries(now.spots).filter(([, spot]) => !isTrick(spot)))
  for (const [name, spot] of Object.entries(then.spots)) if (isTrick(spot)) spots[name] = spot
  return { spots, order: Object.keys(spots) }
}

const TAKES_KEYS = 'textarea, select, [contenteditable], [role=tab], [role=listbox], [role=option], ' +
  '[role=grid], [role=dialog], [role=combobox], [role=menu], [role=menuitem], dialog'

function takesKeys(event) {
  return event.composedPath().some((node) => node instanceof Element &&
    (node.matches(TAKES_KEYS) ||
      (node.matches('input') && !/^(checkbox|range|button)$/.test(node.type))))
}

function actions(view, event) {
  const step = event.shiftKey ? (way) => nextGroup(view, way) : (way) => show(view, view.at + way)
  const onTable = event.composedPath().includes(view.board)
  return {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ArrowUp: onTable ? () => nextGroup(view, -1) : null,
    ArrowDown: onTable ? () => nextGroup(view, 1) : null,
    Home: () => show(view, 0),
    End: () => show(view, view.frames.length - 1),
    '[': () => view.go(view.data.before),
    ']': () => view.go(view.data.after),
    f: () => nextFinding(view),
    t: () => { view.text.open = !view.text.open; if (view.text.open) view.text.scrollIntoView() },
    l: () => lastTrick(view, true),
    '?': () => view.help.showModal(),
    0: () => view.look(null),
    ...Object.fromEntries(['A', 'B', 'C', 'D'].slice(0, view.data.seats.length)
      .map((letter, place) => [place + 1, () => view.look(letter)])),
  }[event.key]
}

function onKey(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event)) return
  const act = actions(view, event)
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

/* What one view shows is gone before another is there. The server takes a moment, and what the page
   shows below the board it takes away last: `data-view` on the document hides it at once. */
function turnAway(view) {
  view.leave()
  view.host.style.minHeight = `${view.host.offsetHeight}px`
  view.host.replaceChildren(make('p', { class: 'turning', role: 'status' }, 'Turning the table …'))
  document.documentElement.dataset.view = 'turning'
}

function fresh(host, data, setStateValue) {
  const view = { host, data, nodes: {}, lying: new Map(), jumps: [], rows: [], winners: [], marks: [], at: 0 }
  view.frames = whole(data.frames)
  view.ends = groupEnds(view.frames)
  view.show = (at) => show(view, at)
  view.group = (way) => nextGroup(view, way)
  view.run = () => run(view)
  view.writeAddress = () => writeAddress(view)
  view.look = (letter) => {
    if (letter === view.data.seat || view.data.still) return
    setStateValue('seat', { seat: letter, step: view.frames[view.at].name, token: Date.now() })
    turnAway(view)
  }
  view.go = (deal) => { if (deal) setStateValue('go', { deal, token: Date.now() }) }
  return view
}

export default ({ data, parentElement, setStateValue }) => {
  const host = parentElement.querySelector('.host')
  if (host._id === data.id) return host._off
  if (host._off) host._off()
  const view = fresh(host, data, setStateValue)
  build(view)
  const keys = (event) => onKey(view, event)
  const up = (event) => { if (event.key === 'l' && !takesKeys(event)) lastTrick(view, false) }
  const watch = new ResizeObserver(() => narrow(view))
  document.addEventListener('keydown', keys, true)
  document.addEventListener('keyup', up)
  watch.observe(host)
  narrow(view)
  const names = view.frames.map((frame) => frame.name)
  show(view, Math.max(names.indexOf(data.start), 0))
  host._id = data.id
  host.style.minHeight = ''
  document.documentElement.dataset.view = data.seat || 'all'
  view.leave = () => {
    view.gone = true
    document.removeEventListener('keydown', keys, true)
    document.removeEventListener('keyup', up)
    watch.disconnect()
    clearTimeout(view.pause)
    clearInterval(view.timer)
  }
  return (host._off = () => {
    view.leave()
    delete document.documentElement.dataset.view
    host._id = host._off = null
  })
}
