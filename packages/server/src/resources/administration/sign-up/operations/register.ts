import { PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { Optional, OptionalNullable, PersonName, Text, Type } from '../../../../validation/schema.ts'
import { EmailAddress } from '../../../accounts/instance-settings/model.ts'
import { beginSession, hashChosenPassword } from '../../../accounts/users/index.ts'
import { demandSignUp, signUp } from '../actions/register.ts'
import { SignedUpObject, WaitingObject } from '../present.ts'

const INVITE_MAX = 200
const CHALLENGE_MAX = 2_000

/** Register: makes the account of a stranger, or what waits for its address to be confirmed or for an operator. */
export const register = operation({
  id: 'register',
  method: 'POST',
  path: '/auth/register',
  callers: ['anyone'],
  unlisted: true,
  body: Type.Object({
    username: PersonName(USERNAME_MIN, USERNAME_MAX),
    password: Text(PASSWORD_MIN, PASSWORD_MAX),
    email: OptionalNullable(EmailAddress),
    global_name: OptionalNullable(PersonName(0, USERNAME_MAX)),
    invite: OptionalNullable(Text(0, INVITE_MAX)),
    consent: Optional(Type.Boolean()),
    challenge: OptionalNullable(Text(0, CHALLENGE_MAX)),
  }),
  responses: { 201: SignedUpObject, 202: WaitingObject },
  holds: ({ username }) => [`username.${username.toLowerCase()}`],

  async before({ body, platform, client }) {
    const { email = null, invite, consent = false } = body
    const given = { email, invite: invite || null, consent, address: client.address }
    await platform.units.read(SYSTEM_ACTOR, (work) => demandSignUp(work, given))
    return hashChosenPassword(platform.passwords, { password: body.password, field: 'password' }, client)
  },

  async run({ body, work, platform, client, prepared: passwordHash }) {
    const { username, email = null, global_name, invite, consent = false, challenge } = body
    const proof = challenge ? platform.proofOfWork.check(challenge, work.now) : null
    const given = { username, passwordHash, email, globalName: global_name || null, invite: invite || null, consent }
    const { url } = platform.addresses
    const result = await signUp(work, { ...given, proof, address: client.address }, url)
    if (result.state !== 'active') return new HttpResponse(202, { user_id: null, state: result.state })
    return new HttpResponse(201, { token: await beginSession(work, result.userId), user_id: `${result.userId}` })
  },
})
