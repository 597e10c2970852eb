/**
 * The contract check: compares every response that the tests received with the declaration of its operation and with
 * the public description, and every event with the public documentation. `scripts/test.ts` runs it after the tests;
 * `node scripts/contract-check.ts FOLDER` checks a folder that was recorded with `GUILDHALL_TEST_EXCHANGES`.
 */
import {
  answerSchema,
  type DescribedOperation,
  type Description,
  describedBy,
  findDescription,
  readDescription,
} from './description.ts'
import { checkDispatches } from './events/check-dispatches.ts'
import { Mismatches } from './mismatches.ts'
import { type Exchange, readExchanges } from './recorded.ts'
import { type Fault, SchemaCheck } from './schema-check.ts'

export interface Findings {
  exchanges: number
  readonly succeeded: Set<string>
  readonly refused: Set<string>
  /** Ids of operations that the description does not have: those for people's own clients. */
  readonly undescribed: Set<string>
  readonly mismatches: Mismatches
}

/** Compares the recorded exchanges of a folder with a description. */
export async function compare(folder: string, description: Description): Promise<Findings> {
  const check = new SchemaCheck(description)
  const findings: Findings = {
    exchanges: 0,
    succeeded: new Set(),
    refused: new Set(),
    undescribed: new Set(),
    mismatches: new Mismatches(),
  }
  for await (const exchange of readExchanges(folder)) {
    findings.exchanges += 1
    const operation = description.operations.get(exchange.operation)
    if (!operation) {
      findings.undescribed.add(exchange.operation)
      continue
    }
    if (exchange.status < 400) findings.succeeded.add(operation.id)
    else findings.refused.add(operation.id)
    for (const fault of answerFaults(check, operation, exchange)) {
      findings.mismatches.note(operation.id, String(exchange.status), fault)
    }
  }
  return findings
}

/** Returns the mismatches of one response. */
function answerFaults(check: SchemaCheck, operation: DescribedOperation, { status, answer }: Exchange): Fault[] {
  const schema = answerSchema(operation, status)
  if (schema === undefined) return [{ path: '', message: `status ${status} is not described` }]
  if (schema === null) return answer === null ? [] : [{ path: '', message: 'has a body, but none is described' }]
  if (answer === null) return [{ path: '', message: 'has no body, but one is described' }]
  let value: unknown
  try {
    value = JSON.parse(answer)
  } catch {
    return [{ path: '', message: 'is not JSON' }]
  }
  return check.faults(schema, value)
}

/** Counts the operations that were called with success and with an error, and lists those that were never called. */
function coverage(findings: Findings, description: Description, whole: boolean): string[] {
  const ids = [...description.operations.keys()].sort()
  const { exchanges, succeeded, refused } = findings
  const lines = [
    `contract: ${exchanges} exchanges; of ${ids.length} operations ${succeeded.size} were answered with success, ${refused.size} with an error`,
  ]
  if (!whole) return lines
  const refusable = ids.filter((id) => succeeded.has(id))
  return [
    ...lines,
    ...named('never with success', missing(ids, succeeded)),
    ...named('with success, never with an error', missing(refusable, refused)),
  ]
}

function missing(ids: readonly string[], seen: ReadonlySet<string>): string[] {
  return ids.filter((id) => !seen.has(id))
}

function named(title: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`  ${title} (${ids.length}): ${ids.join(' ')}`]
}

/**
 * Checks a folder of recorded exchanges and prints the findings, or a note if the public description is absent.
 * @param own the platform's own OpenAPI document
 * @param whole whether all tests were run, so that operations without a call are listed
 * @returns an exit code
 */
export async function checkContract(folder: string, { own, whole }: { own: unknown; whole: boolean }): Promise<number> {
  const startedAt = performance.now()
  const file = findDescription()
  const ours = await compare(folder, describedBy(own))
  const lines = ours.mismatches.lines('our own declarations')
  let mismatches = ours.mismatches.size
  if (file) {
    const description = readDescription(file)
    const findings = await compare(folder, description)
    const dispatched = await checkDispatches(folder, description, whole)
    lines.push(...coverage(findings, description, whole), ...findings.mismatches.lines('the public description'))
    lines.push(...dispatched.lines)
    mismatches += findings.mismatches.size + dispatched.mismatches
  } else {
    lines.push('skip  the public description is absent (GUILDHALL_API_DESCRIPTION may name it)')
  }
  for (const line of lines) console.log(line)
  console.log(`contract: checked in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return mismatches === 0 ? 0 : 1
}
