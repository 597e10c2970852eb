/**
 * `node scripts/style/figures.ts [folder] [--list]` prints the figures of structure and language of one checkout, one
 * per line, so that two commits can be compared. `--list` names the places behind the figures.
 */
import { resolve } from 'node:path'
import { commentsOf, exportedFunctions, isProduct, readCheckout, reExports, type Source } from './checkout.ts'
import { DATA_FILE, folderCycles, layerKnots } from './cycles.ts'
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
  .filter(({ path }) => /\/resources\/[^/]+\/index\.ts$/.test(path))
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
  ['widest index (names)', `${widest?.names ?? 0} ${widest?.path ?? ''}`],
]
for (const [name, value] of figures) console.log(`${name.padEnd(56)} ${value}`)
if (process.argv.includes('--list')) {
  for (const line of [...headless, ...onPages]) console.log(`headless  ${line}`)
  for (const { path, lines } of long) console.log(`long      ${path} ${lines}`)
  for (const cycle of [...whole, ...data, ...knots]) console.log(`cycle     ${cycle.join(' ')}`)
}
