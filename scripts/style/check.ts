/**
 * `node scripts/style/check.ts [rule…]` applies the rules of docs/style.md that no other tool checks to the whole
 * checkout.
 */
import { appMessages, catalogueViolations, LANGUAGES, readCatalogue } from './catalogues.ts'
import { readCheckout } from './checkout.ts'
import { DATA_FILE, folderCycles, layerKnots } from './cycles.ts'
import { writesOutsideSaves } from './one-save.ts'
import { physicalSides } from './physical-sides.ts'
import { pageViolations, RULES, violationsIn } from './rules.ts'

const named = process.argv.slice(2)
const names = named.length > 0 ? named : Object.keys(RULES)
const { sources, pages, styles } = readCheckout('.')
const violations = [...violationsIn(sources, names), ...pages.flatMap(pageViolations)]
for (const cycle of folderCycles(sources, (path) => DATA_FILE.test(path))) {
  const detail = `the data files of ${cycle.join(', ')} import each other in a circle`
  violations.push({ rule: 'no-data-cycles', path: 'packages/server/src/resources', line: 1, detail })
}
for (const knot of layerKnots(sources)) {
  const detail = `${knot.join(', ')} import each other in a circle`
  violations.push({ rule: 'no-layer-knots', path: 'packages/server/src/resources', line: 1, detail })
}
const uses = appMessages(sources)
for (const language of LANGUAGES) violations.push(...catalogueViolations(uses, language, readCatalogue('.', language)))
violations.push(...writesOutsideSaves(sources), ...styles.flatMap(physicalSides))
for (const { path, line, rule, detail } of violations) console.log(`${path}:${line}  ${rule}  ${detail}`)
if (violations.length > 0) console.log(`${violations.length} violations; docs/style.md has the rules and their reasons`)
process.exitCode = violations.length > 0 ? 1 : 0
