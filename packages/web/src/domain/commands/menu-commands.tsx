import { type ChannelObject, CommandType, InteractionType } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import type { Client } from '../../gateway/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { AppIcon } from '../../ui/app-icon.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import menu from '../../ui/menu.module.css'
import { startInteraction } from '../interactions/start.ts'
import { commandIndexQuery } from './command-index.ts'
import { type UsableCommand, usableCommands } from './usable-commands.ts'

/** A message or user that a command is used on. */
export interface CommandTarget {
  readonly kind: 'message' | 'user'
  readonly id: string
  /** Channel in which the command is used. */
  readonly channel: ChannelObject
}

/** Returns the commands that the person can use on a target, undefined while they are loaded. */
export function useMenuCommands({ kind, channel }: Pick<CommandTarget, 'kind' | 'channel'>) {
  const client = useClient()
  const { data, isPending } = useQuery(commandIndexQuery(client, channel.id))
  return useMemo(() => {
    if (isPending) return undefined
    const type = kind === 'message' ? CommandType.MESSAGE : CommandType.USER
    const found = data ? usableCommands(data, type) : []
    return found.sort((one, other) => (one.name < other.name ? -1 : 1))
  }, [data, isPending, kind])
}

/** Uses a command on a message or user. The log shows a failure. */
export function runMenuCommand(client: Client, { command, application }: UsableCommand, target: CommandTarget): void {
  const { id, name, type, version } = command
  startInteraction(client, {
    type: InteractionType.APPLICATION_COMMAND,
    applicationId: application.id,
    channelId: target.channel.id,
    guildId: target.channel.guild_id ?? null,
    data: { id, name, type, version, target_id: target.id },
    note: {
      application,
      command: { name, type },
      retry: () => runMenuCommand(client, { command, application } as UsableCommand, target),
    },
  }).catch(() => {
    // The message that represents the command has the failure.
  })
}

/** The entry `Apps` of a menu, with the commands that can be used on a message or user. Absent without any. */
export function AppsMenu({ target }: { target: CommandTarget }) {
  const client = useClient()
  const commands = useMenuCommands(target)
  if (commands?.length === 0) return null
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={menu.item}>
        {t('Apps')}
        <ChevronRight className={menu.more} size={16} aria-hidden />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className={menu.menu} collisionPadding={8}>
          {commands === undefined && (
            <DropdownMenu.Item className={menu.item} disabled>
              {t('Loading…')}
            </DropdownMenu.Item>
          )}
          {commands?.map((usable) => (
            <DropdownMenu.Item
              key={usable.command.id}
              className={menu.item}
              title={usable.application.name}
              onSelect={() => runMenuCommand(client, usable, target)}
            >
              <AppIcon application={usable.application} />
              {usable.name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  )
}
