/**
 * `node scripts/texts.ts` brings the catalogues of the web app up to date: new texts get an empty translation, which
 * `scripts/style` refuses, and translations of removed texts are dropped.
 */
import { writeFileSync } from 'node:fs'
import { appMessages, CATALOGUES, LANGUAGES, readCatalogue } from './style/catalogues.ts'
import { readCheckout } from './style/checkout.ts'

const messages = [...new Set(appMessages(readCheckout('.').sources).map(({ message }) => message))].sort()
for (const language of LANGUAGES) {
  const before = readCatalogue('.', language)
  const entries = messages.map((message) => [message, before[message] ?? ''])
  writeFileSync(`${CATALOGUES}/${language}.json`, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  const translated = entries.filter(([, text]) => text !== '').length
  console.log(`${language}: ${translated} of ${messages.length} texts are translated`)
}
