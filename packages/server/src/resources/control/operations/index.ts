import { copyTapeRecord } from './copy-tape-record.ts'
import { createEndpointFault } from './create-endpoint-fault.ts'
import { createGatewayFault } from './create-gateway-fault.ts'
import { createPerson } from './create-person.ts'
import { createRequestFault } from './create-request-fault.ts'
import { createToken } from './create-token.ts'
import { deleteEndpointFault } from './delete-endpoint-fault.ts'
import { deleteEndpointFaults } from './delete-endpoint-faults.ts'
import { deleteRequestFault } from './delete-request-fault.ts'
import { deleteRequestFaults } from './delete-request-faults.ts'
import { deleteTapeRecords } from './delete-tape-records.ts'
import { exportTapeRecords } from './export-tape-records.ts'
import { getClock } from './get-clock.ts'
import { getDirectory } from './get-directory.ts'
import { getTapeRecord } from './get-tape-record.ts'
import { listEndpointFaults } from './list-endpoint-faults.ts'
import { listGatewaySessions } from './list-gateway-sessions.ts'
import { listRequestFaults } from './list-request-faults.ts'
import { listTapeRecords } from './list-tape-records.ts'
import { replayTapeRecord } from './replay-tape-record.ts'
import { streamTapeRecords } from './stream-tape-records.ts'
import { updateClock } from './update-clock.ts'
import { updateTape } from './update-tape.ts'
import { worldOperations } from './worlds.ts'

export const controlOperations = [
  replayTapeRecord,
  copyTapeRecord,
  exportTapeRecords,
  streamTapeRecords,
  updateTape,
  listTapeRecords,
  getTapeRecord,
  deleteTapeRecords,
  createEndpointFault,
  createGatewayFault,
  createPerson,
  createRequestFault,
  createToken,
  deleteEndpointFault,
  deleteEndpointFaults,
  deleteRequestFault,
  deleteRequestFaults,
  getClock,
  getDirectory,
  listEndpointFaults,
  listGatewaySessions,
  listRequestFaults,
  updateClock,
  ...worldOperations,
]
