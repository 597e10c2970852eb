import assert from 'node:assert/strict'
import { type Cases, testReducers } from '../../../test/support/reducer-cases.ts'
import type { activityReducers } from './activities.ts'

const instance = {
  application_id: '70',
  composite_instance_id: 'i-1',
  launch_id: '1',
  location: { id: 'gc-1-20', kind: 'gc', channel_id: '20', guild_id: '1' },
  participants: [{ user_id: '11', session_id: 's2', nonce: null }],
}

const cases: Cases<typeof activityReducers> = {
  EMBEDDED_ACTIVITY_UPDATE_V2: [
    {
      does: 'begins an activity',
      data: instance,
      check: ({ activities }) => assert.deepEqual([...activities.keys()], ['i-1']),
    },
    {
      does: 'without participants ends an activity',
      after: [['EMBEDDED_ACTIVITY_UPDATE_V2', instance]],
      data: { ...instance, participants: [] },
      check: ({ activities }) => assert.equal(activities.size, 0),
    },
  ],
}
testReducers(cases)
