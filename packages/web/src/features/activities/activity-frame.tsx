import type { ActivityInstance } from '@guildhall/client/records'
import { LocalEvent, type RpcApplication } from '@guildhall/local-client/rpc'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { contextOf } from '../../domain/activities/launch.ts'
import { overrideOf, overrides } from '../../domain/activities/overrides.ts'
import { useClient } from '../../gateway/react.tsx'
import styles from './activity-stage.module.css'
import { embeddedHost } from './embedded-host.ts'
import { activityOrigin, frameAddress } from './frame-address.ts'
import { FrameChannel } from './frame-channel.ts'
import { frameView, Orientation } from './frame-state.ts'
import { BrowserHost } from './host.ts'
import { participantsOf } from './participants.ts'
import { dismissQuestions } from './questions.ts'
import { RELAY_FEATURES, relayDocument } from './relay/relay-document.ts'

export interface FrameProps {
  application: RpcApplication
  instance: ActivityInstance
  /** Opens a page of the app. */
  onOpen: (path: string) => void
  onClosed: (code: number, message: string) => void
  onRefused: (message: string) => void
}

/** The page of an activity, with RPC between it and the app. The frame stays as long as the component. */
export function ActivityFrame(props: FrameProps) {
  const { application, instance } = props
  const client = useClient()
  const relay = useRef<HTMLIFrameElement>(null)
  const latest = useRef(props)
  latest.current = props
  const host = useRef<BrowserHost>(null)
  const [frameId] = useState(() => crypto.randomUUID())
  const ticket = useTicket(application.id, instance.composite_instance_id)
  const [address, setAddress] = useState<string | null>(null)

  // The address is made once: another one would load the frame again.
  if (ticket !== undefined && address === null) {
    const root = overrideOf(overrides.getState(), application.id) ?? activityOrigin(application.id)
    const facts = { instance, frameId, ...contextOf(instance), ticket: ticket ?? undefined }
    setAddress(relayDocument({ app: location.origin, activity: frameAddress(root, facts), title: application.name }))
  }

  // Before the first message: the frame begins to load after this.
  useLayoutEffect(() => {
    const frame = relay.current
    if (!frame) return
    const ending = new AbortController()
    const embedded = embeddedHost({
      client,
      application,
      instance: () => latest.current.instance,
      signal: ending.signal,
    })
    host.current = new BrowserHost({ client, embedded, open: (path) => latest.current.onOpen(path) })
    const channel = new FrameChannel(frame, {
      application,
      frameId,
      host: host.current,
      onClosed: (code, message) => latest.current.onClosed(code, message),
      onRefused: (message) => latest.current.onRefused(message),
    })
    return () => {
      ending.abort()
      channel.close()
      dismissQuestions()
    }
  }, [client, application, frameId, address])

  useFrameEvents(host, instance)
  useOrientation(relay)
  if (address === null) return null
  return <iframe ref={relay} className={styles.frame} title={application.name} src={address} allow={RELAY_FEATURES} />
}

/** Returns the ticket of the proxy: undefined while it is asked for, null if there is none. */
function useTicket(applicationId: string, instanceId: string): string | null | undefined {
  const client = useClient()
  const [ticket, setTicket] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let current = true
    client.api
      .call('create_proxy_ticket', { params: { application_id: applicationId }, body: { instance_id: instanceId } })
      .then(
        (result) => current && setTicket(result.ticket),
        // Most activities need no ticket. The others say so themselves.
        () => current && setTicket(null),
      )
    return () => {
      current = false
    }
  }, [client, applicationId, instanceId])
  return ticket
}

/** Announces changes of the frame and of the participants to the activity. */
function useFrameEvents(host: React.RefObject<BrowserHost | null>, instance: ActivityInstance): void {
  const client = useClient()
  useEffect(
    () =>
      frameView.subscribe((view, before) => {
        const { layoutMode, orientation, thermalState } = view
        if (layoutMode === before.layoutMode && orientation === before.orientation) return
        host.current?.emit(LocalEvent.ACTIVITY_FRAME, { layoutMode, orientation, thermalState })
      }),
    [host],
  )
  useEffect(() => {
    let current = true
    void participantsOf(client, instance).then((participants) => {
      if (current) host.current?.emit(LocalEvent.ACTIVITY_PARTICIPANTS, participants)
    })
    return () => {
      current = false
    }
  }, [client, host, instance])
}

/** Notes whether the frame is higher than wide. */
function useOrientation(relay: React.RefObject<HTMLIFrameElement | null>): void {
  useEffect(() => {
    const frame = relay.current
    if (!frame) return
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = frame
      const orientation = clientWidth >= clientHeight ? Orientation.LANDSCAPE : Orientation.PORTRAIT
      frameView.setState({ orientation })
    })
    observer.observe(frame)
    return () => observer.disconnect()
  })
}
