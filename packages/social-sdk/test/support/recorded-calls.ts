import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { guildhallsdk } from '../../src/index.ts'
import { methodsOf, SURFACE } from '../surface/table.ts'

type Method = (this: unknown, ...given: unknown[]) => unknown

/** Folder in which each process notes the methods that its tests have called; undefined outside of whole test runs. */
const FOLDER = process.env.GUILDHALL_TEST_CALLS
const TESTS = /\/packages\/social-sdk\/(test\/|src\/.*[.]test[.]ts)/
let isRecording = false

/**
 * Lets each method of the surface note its first call by a test that returned, in a file of this process. Calls by the
 * library itself, calls that throw and calls of invalid objects are not noted.
 */
export function recordCalls(): void {
  if (isRecording || FOLDER === undefined) return
  isRecording = true
  const file = join(FOLDER, `${process.pid}.calls`)
  for (const name of Object.keys(SURFACE.classes)) {
    const Class = guildhallsdk[name as 'Client']
    for (const { name: method, isStatic } of methodsOf(name))
      recordMethod(isStatic ? Class : Class.prototype, method, () => appendFileSync(file, `${name}.${method}\n`))
  }
}

function recordMethod(owner: object, name: string, note: () => void): void {
  const method = (owner as Record<string, Method>)[name]
  if (!method) return
  let isNoted = false
  const recorded: Method = function (...given) {
    const returned = method.apply(this, given)
    if (!isNoted && isValid(this) && isCalledByTest(recorded)) {
      isNoted = true
      note()
    }
    return returned
  }
  Object.defineProperties(recorded, { name: { value: name }, length: { value: method.length } })
  Object.defineProperty(owner, name, { value: recorded, configurable: true, writable: true })
}

/** Returns false for `nullobj` and for handles that show nothing: their defaults prove nothing about a method. */
function isValid(object: unknown): boolean {
  return (object as { valid?: boolean }).valid !== false
}

function isCalledByTest(recorded: Method): boolean {
  const trace: { stack?: string } = {}
  Error.captureStackTrace(trace, recorded)
  return TESTS.test(trace.stack?.split('\n')[1] ?? '')
}
