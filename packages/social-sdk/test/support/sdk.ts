/** The package, whose methods note that a test has called them. Tests import it instead of the sources. */
import { recordCalls } from './recorded-calls.ts'

recordCalls()

export * from '../../src/index.ts'
