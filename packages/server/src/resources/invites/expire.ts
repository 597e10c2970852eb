import type { Work } from '../../kernel/work.ts'
import * as store from './store.ts'

/** The job of kind `invite-expired`: an invite that nobody can use any more makes room. */
export async function inviteExpired(work: Work, { code }: { code: string }): Promise<void> {
  await store.remove(work, code)
}
