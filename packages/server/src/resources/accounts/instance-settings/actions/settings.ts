import type { Work } from '../../../../kernel/work.ts'
import type { InstanceSettings } from '../model.ts'
import { settingsInForce } from '../rules.ts'
import * as store from '../store.ts'

/** Returns the settings that are in force. */
export async function settingsOf(work: Work): Promise<InstanceSettings> {
  return settingsInForce(work.hosting.settings, await store.listSettings(work))
}

/** Whether the instance sends mails, or writes them to a folder. */
export function offersMail(work: Work, { smtp_url, mail_from }: InstanceSettings): boolean {
  return work.hosting.writesMails || (smtp_url !== null && mail_from !== null)
}
