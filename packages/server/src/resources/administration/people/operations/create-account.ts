import { USERNAME_MAX, USERNAME_MIN } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OneOf, OptionalNullable, Text, Type } from '../../../../validation/schema.ts'
import { EmailAddress } from '../../../accounts/instance-settings/model.ts'
import { OPERATOR_ROLES, operatorOf } from '../../../accounts/operators/index.ts'
import { accountOf } from '../actions/find-accounts.ts'
import * as people from '../actions/save.ts'
import { signInUrl } from '../model.ts'
import { AccountObject, presentAccount } from '../present.ts'

/** Create Account: an account without a password, and the link that lets its person in. */
export const createAccount = operation({
  id: 'create_account',
  method: 'POST',
  path: '/admin/users',
  callers: ['operator', 'person'],
  unlisted: true,
  body: Type.Object({
    username: Text(USERNAME_MIN, USERNAME_MAX),
    email: OptionalNullable(EmailAddress),
    role: OptionalNullable(OneOf(...OPERATOR_ROLES)),
  }),
  responses: { 201: Type.Object({ user: AccountObject, url: Type.String() }) },
  holds: ({ username }) => [`username.${username.toLowerCase()}`],

  async run({ body, platform, ...request }) {
    const { work } = request
    const operator = await operatorOf({ ...request, platform }, 'moderator')
    const { username, email = null, role = null } = body
    const { user, link } = await people.createPerson(work, operator, { username, email, role })
    return { user: presentAccount(await accountOf(work, user.id)), url: signInUrl(platform.addresses.url, link.token) }
  },
})
