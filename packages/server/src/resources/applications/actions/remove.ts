import { applicationTopic, userTopic } from '../../../kernel/event.ts'
import type { Application } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { deleteTokensOfUser, tokensRevoked } from '../../users/index.ts'
import { applicationDeleting } from '../consequences.ts'
import { applicationChanged } from '../events.ts'
import { deleteInstallsOf } from '../install-store.ts'
import * as store from '../store.ts'

/** Deletes an application with its players. The user of its bot stays as the author of its messages. */
export async function removeApplication(work: Work, application: Application): Promise<void> {
  await work.follow(applicationDeleting, application)
  if (application.bot_id !== null) {
    await deleteTokensOfUser(work, application.bot_id, 'bot')
    work.emit(tokensRevoked, userTopic(application.bot_id), { userId: application.bot_id, applicationId: null })
  }
  await deleteInstallsOf(work, application.id)
  await store.deleteApplication(work, application.id)
  work.emit(applicationChanged, applicationTopic(application.id), null)
}
