import { createInterface } from 'node:readline/promises'
import type { Consent, ConsentRequest } from '@guildhall/local-client'

/** Decision about requests of games: `ask` asks in the person's open web app, else at the terminal. */
export type ConsentOption = 'ask' | 'accept' | 'deny'

export const CONSENTS: readonly ConsentOption[] = ['ask', 'accept', 'deny']

/** Returns how a local client decides about requests. */
export function consentBy(option: ConsentOption): Consent {
  if (option !== 'ask') return async () => option === 'accept'
  return async (request, askWebApp) => (await askWebApp()) ?? askAtTerminal(request)
}

/** Asks the person at the terminal. Without one nobody can consent. */
async function askAtTerminal({ application, scopes, skuId, signal }: ConsentRequest): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const wish = skuId === undefined ? `asks for: ${scopes.join(', ')}` : `offers SKU ${skuId}`
  try {
    const answer = await terminal.question(`${application.name} (${application.id}) ${wish}. Allow it? [y/N] `, {
      signal,
    })
    return /^y(es)?$/i.test(answer.trim())
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    terminal.close()
  }
}
