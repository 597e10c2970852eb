import { createInterface } from 'node:readline/promises'
import type { Consent, ConsentRequest } from '@guildhall/local-client'
import { Permission } from '@guildhall/protocol'
import { printable } from './text.ts'

/** Decision about requests of games: `ask` asks in the person's open web app, else at the terminal. */
export type ConsentOption = 'ask' | 'accept' | 'deny'

export const CONSENTS: readonly ConsentOption[] = ['ask', 'accept', 'deny']

/** Returns how a local client decides about requests. */
export function consentBy(option: ConsentOption): Consent {
  if (option !== 'ask') return async () => option === 'accept'
  return async (request, askWebApp) => (await askWebApp()) ?? askAtTerminal(request)
}

/** Asks the person at the terminal. Without one nobody can consent. */
async function askAtTerminal({ application, scopes, install, skuId, signal }: ConsentRequest): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const wish = skuId === undefined ? `asks for: ${scopes.join(', ')}${installInWords(install)}` : `offers SKU ${skuId}`
  // Names are texts of others, which must not disguise what is asked.
  const question = printable(`${application.name} (${application.id}) ${wish}. Allow it?`)
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal })
    return /^y(es)?$/i.test(answer.trim())
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    terminal.close()
  }
}

/** Returns what a consent adds, as a part of the question. */
function installInWords(install: ConsentRequest['install']): string {
  if (!install) return ''
  const { guild, permissions } = install
  if (!guild) return '; it is added to your account'
  const bits = BigInt(permissions ?? 0)
  const names = Object.entries(Permission).flatMap(([name, bit]) => ((bits & bit) !== 0n ? [name] : []))
  const role = permissions === null ? '' : ` with the permissions ${names.join(', ') || 'none'}`
  return `; it is added to the guild ${guild.name} (${guild.id})${role}`
}
