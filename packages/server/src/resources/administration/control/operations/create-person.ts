import { invalidForm } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { addUser, beginSession, isNameTaken, mayHaveName } from '../../../accounts/users/index.ts'
import { CONTROL, NewPerson } from '../requests.ts'
import { IssuedToken } from '../responses.ts'

/** Create Person: adds a person without a password, and returns a token of theirs. */
export const createPerson = operation({
  ...CONTROL,
  id: 'create_person',
  method: 'POST',
  path: '/people',
  body: NewPerson,
  responses: { 200: IssuedToken },

  async run({ body: { username, global_name = null }, work }) {
    const verdict = mayHaveName(username, { bot: false })
    if (!verdict.ok) throw invalidForm(['username'], 'USERNAME_INVALID', verdict.reason ?? 'Invalid username')
    if (await isNameTaken(work, username, '0'))
      throw invalidForm(['username'], 'USERNAME_ALREADY_TAKEN', 'Username is unavailable.')
    const user = await addUser(work, { id: work.nextId(), username, discriminator: '0', global_name, bot: false })
    return { token: await beginSession(work, user.id), user_id: `${user.id}` }
  },
})
