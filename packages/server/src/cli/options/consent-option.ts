import { CONSENTS } from '../terminal/consent.ts'
import { wordOption } from './option-kinds.ts'

/** The option that decides about requests of games. */
export const consentOption = wordOption(
  'consent',
  CONSENTS,
  'decision about requests of games: asked in the web app, else at the terminal (ask)',
)
