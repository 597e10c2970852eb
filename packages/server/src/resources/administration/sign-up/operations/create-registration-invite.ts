import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, OptionalNullable, Text, Type } from '../../../../validation/schema.ts'
import { offersMail, settingsOf } from '../../../accounts/instance-settings/index.ts'
import { EmailAddress } from '../../../accounts/instance-settings/model.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { createInvite } from '../actions/save.ts'
import { InviteToRegister, presentInvite } from '../present.ts'

const USES_MAX = 10_000
const SECONDS_MAX = 366 * 86_400
const NOTE_MAX = 500

/** Create Registration Invite: a code that lets people register, mailed to an address if there is one. */
export const createRegistrationInvite = operation({
  id: 'create_registration_invite',
  method: 'POST',
  path: '/admin/invites',
  callers: ['operator', 'person'],
  unlisted: true,
  body: Type.Object({
    uses: Optional(Int(1, USES_MAX)),
    expires_seconds: OptionalNullable(Int(1, SECONDS_MAX)),
    email: OptionalNullable(EmailAddress),
    note: OptionalNullable(Text(0, NOTE_MAX)),
  }),
  responses: { 201: InviteToRegister },

  async run({ body, platform, ...request }) {
    const { work } = request
    const operator = await operatorOf({ ...request, platform }, 'moderator')
    const { uses = 1, expires_seconds: seconds = null, email = null, note } = body
    const expiresAt = seconds === null ? null : work.now + seconds * 1000
    const settings = await settingsOf(work)
    const { url } = platform.addresses
    const from = offersMail(work, settings) ? { name: settings.name, url } : null
    const invite = { uses, expiresAt, email, note: note || null }
    return presentInvite(await createInvite(work, operator, { invite, from }), url)
  },
})
