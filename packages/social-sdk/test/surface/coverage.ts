import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allMethods } from './table.ts'

/**
 * Compares the methods that tests have called with the documented surface. Returns a line for each method that no test
 * calls.
 * @param folder folder with the notes of the test processes
 */
export function coverageFaults(folder: string): string[] {
  const called = new Set(
    globSync('*.calls', { cwd: folder }).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n')),
  )
  return allMethods()
    .filter((name) => !called.has(name))
    .map((name) => `no test calls ${name}`)
}
