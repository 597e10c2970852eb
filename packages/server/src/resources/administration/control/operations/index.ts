import { copyTapeRecord } from './copy-tape-record.ts'
import { createEndpointFault } from './create-endpoint-fault.ts'
import { createGatewayFault } from './create-gateway-fault.ts'
import { createPerson } from './create-person.ts'
import { createRequestFault } from './create-request-fault.ts'
import { createToken } from './create-token.ts'
import { createVoiceFault } from './create-voice-fault.ts'
import { createVoiceProbe } from './create-voice-probe.ts'
import { createWorld } from './create-world.ts'
import { deleteEndpointFault } from './delete-endpoint-fault.ts'
import { deleteEndpointFaults } from './delete-endpoint-faults.ts'
import { deleteRequestFault } from './delete-request-fault.ts'
import { deleteRequestFaults } from './delete-request-faults.ts'
import { deleteSnapshot } from './delete-snapshot.ts'
import { deleteTapeRecords } from './delete-tape-records.ts'
import { deleteWorld } from './delete-world.ts'
import { exportTapeRecords } from './export-tape-records.ts'
import { getClock } from './get-clock.ts'
import { getDirectory } from './get-directory.ts'
import { getTapeRecord } from './get-tape-record.ts'
import { listEndpointFaults } from './list-endpoint-faults.ts'
import { listGatewaySessions } from './list-gateway-sessions.ts'
import { listNodes } from './list-nodes.ts'
import { listRequestFaults } from './list-request-faults.ts'
import { listSnapshots } from './list-snapshots.ts'
import { listTapeRecords } from './list-tape-records.ts'
import { listVoiceCalls } from './list-voice-calls.ts'
import { listWorlds } from './list-worlds.ts'
import { putSnapshot } from './put-snapshot.ts'
import { replayTapeRecord } from './replay-tape-record.ts'
import { resetWorld } from './reset-world.ts'
import { restoreSnapshot } from './restore-snapshot.ts'
import { streamTapeRecords } from './stream-tape-records.ts'
import { updateClock } from './update-clock.ts'
import { updateTape } from './update-tape.ts'

export const controlOperations = [
  copyTapeRecord,
  createEndpointFault,
  createGatewayFault,
  createPerson,
  createRequestFault,
  createToken,
  createVoiceFault,
  createVoiceProbe,
  createWorld,
  deleteEndpointFault,
  deleteEndpointFaults,
  deleteRequestFault,
  deleteRequestFaults,
  deleteSnapshot,
  deleteTapeRecords,
  deleteWorld,
  exportTapeRecords,
  getClock,
  getDirectory,
  getTapeRecord,
  listEndpointFaults,
  listGatewaySessions,
  listNodes,
  listRequestFaults,
  listSnapshots,
  listTapeRecords,
  listVoiceCalls,
  listWorlds,
  putSnapshot,
  replayTapeRecord,
  resetWorld,
  restoreSnapshot,
  streamTapeRecords,
  updateClock,
  updateTape,
]
