/**
 * `node scripts/style/figures.ts [folder] [--list]` prints the figures of structure and language of one checkout, one
 * per line, so that two commits can be compared. `--list` names the places behind the figures.
 */
import { resolve } from 'node:path'
import { commentsOf, exportedFunctions, isProduct, readCheckout, reExports, type Source } from './checkout.ts'
import { DATA_FILE, featureKnots, folderCycles, layerKnots } from './cycles.ts'
import { isHeadless, sentencesOf } from './rules.ts'

const [folder = '.'] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const { sources, pages } = readCheckout(resolve(folder))
const product = sources.filter(({ path }) => isProduct(path))

function headlessIn(source: Source): string[] {
  return commentsOf(source).flatMap(({ text, line }) =>
    sentencesOf(text)
      .filter(isHeadless)
      .map((sentence) => `${source.path}:${line} ${sentence}`),
  )
}

const functions = product.flatMap(exportedFunctions)
const count = (pattern: RegExp) => product.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0)
const lengths = product.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
const long = lengths.filter(({ lines }) => lines > 300)
const widest = product
  .filter(({ path }) => /\/resources\/[^/]+\/[^/]+\/index\.ts$/.test(path))
  .map((source) => ({ path: source.path, names: reExports(source).length }))
  .sort((a, b) => b.names - a.names)[0]
const headless = sources.flatMap(headlessIn)
const onPages = pages.flatMap(({ path, text }) =>
  text
    .split('\n')
    .flatMap((line) => sentencesOf(line.replace(/^[-*#>|\s\d.]+/, '')))
    .filter(isHeadless)
    .map((sentence) => `${path} ${sentence}`),
)
const whole = folderCycles(product, (path) => !path.includes('/operations/'))
const data = folderCycles(product, (path) => DATA_FILE.test(path))
const knots = layerKnots(product)
const withText = (pattern: RegExp, places: RegExp) =>
  product.filter(({ path, text }) => places.test(path) && pattern.test(text)).map(({ path }) => path)
// A client sends heartbeats. The transports of the server and clients of voice do so on other connections.
const gatewayClients = withText(/\bheartbeat_interval\b/, /^(?!.*\/(transports|voice)\/)/)
const controlClients = withText(/\bclass ControlClient \{/, /^/)
const of = (place: RegExp) => product.filter(({ path }) => place.test(path))
const matchesIn = (files: readonly Source[], pattern: RegExp) =>
  files.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0)
const server = of(/^packages\/server\/src\//)
const web = of(/^packages\/web\/src\//)
const flat = (place: string) =>
  sources.filter(({ path }) => path.startsWith(place) && !path.slice(place.length).includes('/'))
const eventType = /export interface EventType<P> \{([\s\S]*?)\n\}/.exec(
  product.find(({ path }) => path.endsWith('server/src/kernel/event.ts'))?.text ?? '',
)?.[1]
const members = [...(eventType ?? '').matchAll(/^ {2}(?:readonly )?\w+\??[(:]/gm)]
/** Calls with a path of the API: of an HTTP method, or of `request`. */
const API_PATH = /\.(?:get|post|put|patch|delete|request)(?:<[^(]*>)?\((?:'[A-Z]+', )?[`']\//g
const sizes = (cycles: string[][]) => cycles.map(({ length }) => length).join(' + ') || '0'

const figures: readonly (readonly [string, string | number])[] = [
  ['exported functions', functions.length],
  ['exported functions without docstring', functions.filter(({ documented }) => !documented).length],
  ['sentences in comments that open with a headless clause', headless.length],
  ['sentences on pages that open with a headless clause', onPages.length],
  ['Record<string, unknown>', count(/Record<string, unknown>/g)],
  ['files with a `type Wire`', product.filter(({ text }) => /^(export )?type Wire\b/m.test(text)).length],
  ['files over 300 lines', long.length],
  ['resource folders in cycles, without operations', sizes(whole)],
  ['resource folders in cycles, data files', sizes(data)],
  ['layers of resource folders in knots', sizes(knots)],
  ['jobs that are scheduled by a string', matchesIn(server, /\.schedule\(\s*['"`]/g)],
  ['switches over opcodes', matchesIn(of(/\/transports\//), /switch \((?:\w+\.)?op\)/g)],
  ['members of EventType', members.length],
  ['flat files in packages/server/src', flat('packages/server/src/').length],
  ['flat files in packages/server/test', flat('packages/server/test/').length],
  ['features of the web app in knots', sizes(featureKnots(web))],
  ['paths of the API in the web app', matchesIn(web, API_PATH)],
  ['clients of the gateway', gatewayClients.length],
  ['clients of the control API', controlClients.length],
  ['widest index (names)', `${widest?.names ?? 0} ${widest?.path ?? ''}`],
]
for (const [name, value] of figures) console.log(`${name.padEnd(56)} ${value}`)
if (process.argv.includes('--list')) {
  for (const line of [...headless, ...onPages]) console.log(`headless  ${line}`)
  for (const { path, lines } of long) console.log(`long      ${path} ${lines}`)
  for (const path of [...gatewayClients, ...controlClients]) console.log(`client    ${path}`)
  for (const cycle of [...whole, ...data, ...knots]) console.log(`cycle     ${cycle.join(' ')}`)
}
