import { EndpointFaults } from './endpoint-faults.tsx'
import { RequestFaults } from './request-faults.tsx'
import { SessionFaults } from './session-faults.tsx'

/** Faults of gateway sessions, of requests to the API and of requests to servers of applications. */
export function FaultsPanel() {
  return (
    <>
      <SessionFaults />
      <RequestFaults />
      <EndpointFaults />
    </>
  )
}
