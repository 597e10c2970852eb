import { type Message, msg } from '../../lib/language/text.ts'

/** Words about the reasons of reports, by number. The server has the same in English. */
export const REPORT_REASONS: Readonly<Record<number, { label: Message; description: Message }>> = {
  1: { label: msg('Spam or scam'), description: msg('Unwanted advertising, fraud, or links that do harm.') },
  2: { label: msg('Harassment'), description: msg('Insults, threats, or following somebody around.') },
  3: { label: msg('Hate'), description: msg('Attacks on people for who they are.') },
  4: { label: msg('Sexual content'), description: msg('Sexual content that nobody agreed to, or of minors.') },
  5: { label: msg('Violence'), description: msg('Calls for violence, or its glorification.') },
  6: { label: msg('Self-harm'), description: msg('Somebody may hurt themselves, or tells others to.') },
  7: { label: msg('Private information'), description: msg('Names, addresses or pictures of others.') },
  8: { label: msg('Something illegal'), description: msg('Goods, services or content against the law.') },
  9: { label: msg('Impersonation'), description: msg('Somebody pretends to be another person.') },
  10: { label: msg('Something else'), description: msg('Tell operators about it in your own words.') },
}
