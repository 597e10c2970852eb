import type { ChannelObject } from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { commandIndexQuery } from '../../../domain/commands/command-index.ts'
import { commandRequests } from '../../../domain/commands/command-requests.ts'
import { typedCommands } from '../../../domain/commands/usable-commands.ts'
import { useClient } from '../../../gateway/react.tsx'
import { lazy } from '../../../ui/lazy.tsx'
import type { ChosenCommand } from '../commands/chosen-command.ts'
import { useSuggestions } from './use-suggestions.ts'

const loadSuggestions = () => import('./suggestions.tsx')
const Suggestions = lazy(loadSuggestions)
/** Pause after a channel was opened, in which its messages are loaded. */
const PREFETCH_AFTER_MS = 500

/** Returns the list that completes names and commands in the message box, and the form of a chosen command. */
export function useAssistance(parts: {
  box: RefObject<HTMLTextAreaElement | null>
  /** Element above which the list floats. */
  card: RefObject<HTMLElement | null>
  text: string
  change: (text: string) => void
  channel: ChannelObject
  permissions: bigint
}) {
  const { box, card, text, change, channel, permissions } = parts
  const [command, setCommand] = useState<ChosenCommand | null>(null)
  const { token, list, onKeyDown, boxProps } = useSuggestions(box, text, change)
  usePrefetch(channel.id)
  const closed = command === null
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    if (closed && wasOpen.current) box.current?.focus()
    wasOpen.current = !closed
  }, [closed, box])

  useCommandRequests(channel.id, setCommand)

  const suggestions: ReactNode = token && closed && (
    <Suspense fallback={null}>
      <Suggestions
        {...list}
        token={token}
        channel={channel}
        permissions={permissions}
        anchor={card.current}
        onCommand={(chosen) => {
          change('')
          setCommand(chosen)
        }}
      />
    </Suspense>
  )
  const form: ReactNode = command && (
    <command.Form
      usable={command.usable}
      text={command.text}
      send={command.send}
      channel={channel}
      onClose={() => setCommand(null)}
    />
  )
  return { onKeyDown, boxProps, suggestions, form }
}

/** Opens the form of a command whose mention was pressed, if the person can use it here. */
function useCommandRequests(channelId: string, open: (command: ChosenCommand) => void): void {
  const client = useClient()
  const queries = useQueryClient()
  const request = useStore(commandRequests, (state) => state.request)
  useEffect(() => {
    if (!request) return
    commandRequests.setState({ request: null })
    const loading = Promise.all([loadSuggestions(), queries.fetchQuery(commandIndexQuery(client, channelId))])
    loading.then(
      ([{ CommandForm }, index]) => {
        const known = typedCommands(index).find(
          ({ command, plainName }) => command.id === request.id && plainName === request.name,
        )
        if (known) open({ usable: known, text: '', send: false, Form: CommandForm })
      },
      () => {
        // The mention can be pressed again.
      },
    )
  }, [client, queries, channelId, request, open])
}

/** Loads the list and the commands of a channel that was opened, so that they are there at the first `/`. */
function usePrefetch(channelId: string): void {
  const client = useClient()
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(() => {
      loadSuggestions().catch(() => {
        // Without a connection it is loaded when it is needed.
      })
      void queries.prefetchQuery(commandIndexQuery(client, channelId))
    }, PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, queries, channelId])
}
