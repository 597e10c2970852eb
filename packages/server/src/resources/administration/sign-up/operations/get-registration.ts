import { operation } from '../../../../kernel/operation.ts'
import { Nullable, OneOf, Type } from '../../../../validation/schema.ts'
import { offersMail, settingsOf } from '../../../accounts/instance-settings/index.ts'
import { raidModeOf } from '../../../accounts/raid-mode/index.ts'
import { listProviders } from '../../identity-providers/index.ts'
import { asksForWork, emailMode } from '../model.ts'

/** Facts for the pages on which people register and sign in. */
const RegistrationForm = Type.Object({
  mode: OneOf('closed', 'invite', 'approval', 'open'),
  email: OneOf('none', 'optional', 'verified'),
  challenge: Type.Boolean(),
  passwords: Type.Boolean(),
  terms_url: Nullable(Type.String()),
  privacy_url: Nullable(Type.String()),
  name: Type.String(),
  sso: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
})

/** Get Registration: who may register and what it needs, for the pages of people who are not signed in. */
export const getRegistration = operation({
  id: 'get_registration',
  method: 'GET',
  path: '/auth/registration',
  callers: ['anyone'],
  unlisted: true,
  responses: { 200: RegistrationForm },

  async run({ work }) {
    const settings = await settingsOf(work)
    const { terms_url, privacy_url, name } = settings
    const mode = (await raidModeOf(work)) === null ? settings.registration : 'closed'
    const email = emailMode(settings, offersMail(work, settings))
    const sso = (await listProviders(work)).map(({ id, name }) => ({ id, name }))
    return {
      mode,
      email,
      challenge: asksForWork(settings),
      passwords: settings.passwords,
      terms_url,
      privacy_url,
      name,
      sso,
    }
  },
})
