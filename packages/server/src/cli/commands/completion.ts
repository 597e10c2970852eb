import type { Command, Given, ListedCommand } from '../command.ts'
import { completionScript, SHELLS, type Shell } from '../completion.ts'
import { oneOf } from '../options/option-reader.ts'

/** Returns `guildhall completion`: the completion of the given commands for a shell. */
export function completionOf(commands: () => readonly ListedCommand[]): Command<{ shell: Shell }> {
  return {
    name: 'completion',
    usage: SHELLS.join('|'),
    help: ['print the completion for a shell'],
    title: null,
    options: {},
    words: SHELLS,
    parse,
    async run({ shell }) {
      process.stdout.write(`${completionScript(shell, commands()).trimEnd()}\n`)
    },
  }
}

function parse({ args: [name = '', ...more] }: Given): { options: { shell: Shell } } | string {
  const shell = SHELLS.find((entry) => entry === name)
  if (!shell || more.length > 0) return `The shell ${oneOf(SHELLS, [name, ...more].join(' '))}`
  return { options: { shell } }
}
