import { Api } from '../../api/client.ts'
import { addAccount } from '../../session/accounts.ts'

/** The API for pages of people who are not signed in: its requests carry no token. */
export const anonymous = new Api(null)

/** Makes the person of a new session the person of this window. */
export async function arrive(token: string): Promise<void> {
  const { id: userId, username } = await new Api(token).call('get_my_user')
  addAccount({ userId, username, token })
}
