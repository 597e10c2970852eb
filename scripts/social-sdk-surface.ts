/**
 * `npm run social-sdk-surface -- FILE` reads the description of the social SDK's surface and writes the table that the
 * tests of @guildhall/social-sdk compare its exports with. The description itself is no part of this repository.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Surface {
  enums: Record<string, Record<string, number>>
  /** Signatures of the methods of each class, as `static ErrorToString(type: Error): string`. */
  classes: Record<string, { construct: 'public' | 'none'; copy: boolean; methods: string[] }>
  /** Parameters of callback types, by names such as `Client.OnStatusChanged`. */
  callbacks: Record<string, string>
}

const TABLE = fileURLToPath(new URL('../packages/social-sdk/test/surface/surface.json', import.meta.url))

/** Returns the surface that a description lists in its tables. */
function readSurface(text: string): Surface {
  const surface: Surface = { enums: {}, classes: {}, callbacks: {} }
  let section = ''
  let current = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) [section, current] = [line.slice(3, 5), line.startsWith('## 5.') ? 'Client' : '']
    else if (section === '4.' && line.startsWith('### ')) current = line.slice(4).split(' ')[0] ?? ''
    if (section === '3.') readEnum(surface, line)
    if ((section === '4.' || section === '5.') && current !== '') readMember(surface, current, line)
  }
  return surface
}

function readEnum({ enums }: Surface, line: string): void {
  const [, name = '', values = ''] = /^\| ([A-Z][\w.]+)(?: \([^|]*\))? \| (\w+ = .*) \|$/.exec(line) ?? []
  if (name === '') return
  enums[name] = Object.fromEntries(
    values.split(', ').map((value): [string, number] => {
      const [key = '', number = ''] = value.split(' = ')
      return [key, Number(number)]
    }),
  )
}

function readMember({ classes, callbacks }: Surface, name: string, line: string): void {
  classes[name] ??= { construct: 'public', copy: true, methods: [] }
  const own = classes[name]
  if (line.startsWith('No public constructor')) own.construct = 'none'
  if (/copy: no/.test(line)) own.copy = false
  const shape = /`(\w+\.\w+)(?: = |` \| `)\((.*?)\) => void`/.exec(line)
  if (shape) callbacks[shape[1] ?? ''] = (shape[2] ?? '').replaceAll('\\|', '|')
  else if (line.startsWith('| `'))
    for (const [, signature = ''] of (line.split(/(?<!\\)\|/)[1] ?? '').matchAll(/`([^`]+)`/g))
      own.methods.push(signature.replaceAll('\\|', '|'))
}

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Name the file with the description.')
  process.exit(1)
}
writeFileSync(TABLE, `${JSON.stringify(readSurface(readFileSync(file, 'utf8')), null, 2)}\n`)
