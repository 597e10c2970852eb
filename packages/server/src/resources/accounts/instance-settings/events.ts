import { applicationTopic, eventType } from '../../../kernel/event.ts'
import type { InstanceSettings } from './model.ts'

/** Internal event after settings changed, with those that parts of the process keep a copy of. */
export const settingsChanged = eventType<Pick<InstanceSettings, 'disk_reserve_bytes'>>({
  key: 'instance-settings.changed',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})

/** Events need a topic; the platform itself is none of the applications. */
export const PLATFORM = applicationTopic(0n)
