import { Api, ApiFailure } from '../../api/client.ts'
import { addAccount } from '../../session/accounts.ts'

/** The API for pages of people who are not signed in: its requests carry no token. */
export const anonymous = new Api(null)

/** Code of the refusal of an account that its person deletes. */
const LEAVING = 20011

/** Whether a sign-in failed because its person has deleted the account. `undelete` takes the deletion back. */
export const isLeaving = (failure: unknown): boolean => failure instanceof ApiFailure && failure.code === LEAVING

/** Makes the person of a new session the person of this window. */
export async function arrive(token: string): Promise<void> {
  const { id: userId, username } = await new Api(token).call('get_my_user')
  addAccount({ userId, username, token })
}
