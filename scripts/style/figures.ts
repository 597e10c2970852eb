/**
 * `node scripts/style/figures.ts [folder] [--list]` prints the figures of structure and language of one checkout, one
 * per line, so that two commits can be compared. `--list` names the places behind the figures.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { bareTexts, isTranslated } from './bare-texts.ts'
import { appMessages, LANGUAGES, readCatalogue } from './catalogues.ts'
import {
  commentsOf,
  exportedFunctions,
  functionsOf,
  isProduct,
  parametersOf,
  readCheckout,
  reExports,
  type Source,
} from './checkout.ts'
import { DATA_FILE, featureKnots, folderCycles, layerKnots } from './cycles.ts'
import { proseOf } from './prose.ts'
import { isHeadless, pageViolations, sentencesOf, violationsIn } from './rules.ts'

const [given = '.'] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const folder = resolve(given)
const { sources, pages } = readCheckout(folder)
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
const placesOf = (violations: readonly { rule: string; path: string; line: number; detail: string }[], rule: string) =>
  violations.filter((found) => found.rule === rule).map(({ path, line, detail }) => `${path}:${line} ${detail}`)
const ofPages = pages.flatMap(pageViolations)
const ofSources = violationsIn(sources, ['name-the-subject', 'plain-words'])
const onPages = placesOf(ofPages, 'name-the-subject')
const inProse = placesOf(ofSources, 'name-the-subject').length - headless.length
const phrases = placesOf([...ofPages, ...ofSources], 'plain-words')
const texts = sources.flatMap(proseOf).length
const outsideWeb = product.filter(({ path }) => !path.startsWith('packages/web/'))
const longFunctions = outsideWeb.flatMap((source) =>
  functionsOf(source)
    .filter(({ lines }) => lines > 60)
    .map(({ name, line, lines }) => `${source.path}:${line} ${name} ${lines}`),
)
const wideFunctions = product.flatMap((source) =>
  parametersOf(source)
    .filter(({ count }) => count > 5)
    .map(({ name, line, count }) => `${source.path}:${line} ${name} ${count}`),
)
const untestedRules = product
  .map(({ path }) => path)
  .filter((path) => /\/resources\/(?!.*\/operations\/).*[/-]rules\.ts$/.test(path))
  .filter((path) => !sources.some((source) => source.path === path.replace(/\.ts$/, '.test.ts')))
const appTexts = new Set(appMessages(sources).map(({ message }) => message))
const bare = product.filter(({ path }) => isTranslated(path)).flatMap(bareTexts)

/** Returns how many texts of the app a language translates. */
function translated(language: string): number {
  return Object.entries(readCatalogue(folder, language)).filter(
    ([english, text]) => appTexts.has(english) && text !== '',
  ).length
}

/** Returns the bytes of the scripts of the first load as they are sent, of the build on disk. */
function firstLoadBytes(): number | string {
  const dist = join(folder, 'packages/web/dist')
  const page = join(dist, 'index.html')
  if (!existsSync(page)) return 'not built'
  const files = readFileSync(page, 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)
  return [...files].reduce((sum, [, file = '']) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0)
}
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
/** Interfaces with fields of the wire, which packages/client and packages/protocol have. */
const payloadTypes = web.flatMap(({ path, text }) =>
  [...text.matchAll(/^(?:export )?interface (\w+)[^{]*\{([\s\S]*?)^\}/gm)]
    .filter(([, , body = '']) => [...body.matchAll(/^ {2}(?:readonly )?[a-z]+_[a-z_]+\??:/gm)].length > 1)
    .map(([, name]) => `${path} ${name}`),
)
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
  ['names, messages and texts with a headless clause', inProse],
  ['sentences on pages that open with a headless clause', onPages.length],
  ['phrases that rule 3 of the language forbids', phrases.length],
  ['names of tests, messages and texts that these rules read', texts],
  ['Record<string, unknown>', count(/Record<string, unknown>/g)],
  ['files with a `type Wire`', product.filter(({ text }) => /^(export )?type Wire\b/m.test(text)).length],
  ['files over 300 lines', long.length],
  ['functions over 60 lines, without the web app', longFunctions.length],
  ['functions with more than 5 parameters', wideFunctions.length],
  ['rule files without a test beside them', untestedRules.length],
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
  ['types with fields of the wire in the web app, mostly of forms', payloadTypes.length],
  ['texts of the web app', appTexts.size],
  ['texts of the web app without a mark', bare.length],
  ...LANGUAGES.map((language) => [`texts of the web app in ${language}`, translated(language)] as const),
  ['first load of the web app, script, brotli (bytes)', firstLoadBytes()],
  ['clients of the gateway', gatewayClients.length],
  ['clients of the control API', controlClients.length],
  ['widest index (names)', `${widest?.names ?? 0} ${widest?.path ?? ''}`],
]
for (const [name, value] of figures) console.log(`${name.padEnd(56)} ${value}`)
if (process.argv.includes('--list')) {
  for (const line of [...headless, ...onPages]) console.log(`headless  ${line}`)
  for (const place of phrases) console.log(`phrase    ${place}`)
  for (const place of longFunctions) console.log(`function  ${place}`)
  for (const place of wideFunctions) console.log(`wide      ${place}`)
  for (const path of untestedRules) console.log(`untested  ${path}`)
  for (const place of payloadTypes) console.log(`payload   ${place}`)
  for (const { path, lines } of long) console.log(`long      ${path} ${lines}`)
  for (const path of [...gatewayClients, ...controlClients]) console.log(`client    ${path}`)
  for (const cycle of [...whole, ...data, ...knots]) console.log(`cycle     ${cycle.join(' ')}`)
}
