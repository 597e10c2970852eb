import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allMethods } from './table.ts'
import unfinished from './unfinished.json' with { type: 'json' }

/**
 * Compares the methods that tests have called with the documented surface, and returns what is wrong: a method that no
 * test calls, and a method that is listed as unfinished although a test calls it.
 * @param folder folder with the notes of the test processes
 */
export function coverageFaults(folder: string): string[] {
  const called = new Set(
    globSync('*.calls', { cwd: folder }).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n')),
  )
  const listed = new Set(Object.values(unfinished).flat())
  const methods = allMethods()
  return [
    ...methods.filter((name) => !called.has(name) && !listed.has(name)).map((name) => `no test calls ${name}`),
    ...methods
      .filter((name) => called.has(name) && listed.has(name))
      .map((name) => `a test calls ${name}: take it off`),
    ...[...listed].filter((name) => !methods.includes(name)).map((name) => `${name} is not part of the surface`),
  ]
}
