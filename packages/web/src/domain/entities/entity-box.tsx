import { ChannelType, GatewayOp } from '@guildhall/protocol'
import { AtSign, Folder, Hash, MessagesSquare, Volume2 } from 'lucide-react'
import { type ComponentProps, useEffect, useMemo, useState } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ChoiceBox } from '../../ui/choice-box.tsx'
import { type Entity, type EntityKind, type EntityPlace, searchEntities } from './entities.ts'

/** Pause in typing after which the server is asked for members that the app does not know. */
const ASK_AFTER_MS = 250
const ICON = { size: 16, 'aria-hidden': true } as const

type BoxProps = Omit<ComponentProps<typeof ChoiceBox<Entity>>, 'choices' | 'icon' | 'listLabel' | 'onSearch'>

/** A combobox for users, roles or channels. */
export function EntityBox(
  props: BoxProps & { kind: EntityKind; place: EntityPlace; channelTypes?: readonly number[] },
) {
  const { kind, place, channelTypes, ...box } = props
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const choices = useEntities({ kind, place, channelTypes, text, open })
  return (
    <ChoiceBox
      {...box}
      choices={choices}
      listLabel={box.label ?? t('Choices')}
      icon={(entity) => <EntityIcon entity={entity} />}
      onSearch={setText}
      onOpen={() => {
        setOpen(true)
        box.onOpen?.()
      }}
      onClose={(chosen) => {
        setOpen(false)
        box.onClose?.(chosen)
      }}
    />
  )
}

interface Wanted {
  kind: EntityKind
  place: EntityPlace
  channelTypes?: readonly number[] | undefined
  text: string
  /** Nothing is searched while the list is closed: a log may have hundreds of closed ones. */
  open: boolean
}

const NONE: readonly Entity[] = []

function useEntities({ kind, place, channelTypes, text, open }: Wanted): readonly Entity[] {
  const client = useClient()
  const { channelId, guildId } = place
  const guild = useClientState(({ guilds }) => (open ? guilds.get(guildId ?? '') : undefined))
  const incomplete = guild !== undefined && guild.members.size < guild.memberCount
  const asksFor = open && incomplete && kind !== 'role' && kind !== 'channel' ? text.trim() : null
  useEffect(() => {
    if (asksFor === null || !guildId) return
    const timer = setTimeout(() => {
      client.send(GatewayOp.REQUEST_GUILD_MEMBERS, { guild_id: guildId, query: asksFor, limit: 100 })
    }, ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, guildId, asksFor])
  return useMemo(
    () => (open ? searchEntities(client.state, { channelId, guildId }, { kind, text, channelTypes }) : NONE),
    // The guild is read from the state again whenever its members or roles change.
    [client, channelId, guildId, kind, text, channelTypes, open, guild],
  )
}

/** The picture of a user, or the sign of a role or channel. */
export function EntityIcon({ entity }: { entity: Entity }) {
  const user = useClientState(({ users }) => (entity.kind === 'user' ? users.get(entity.value) : undefined))
  const type = useClientState(({ channels }) =>
    entity.kind === 'channel' ? channels.get(entity.value)?.type : undefined,
  )
  if (entity.kind === 'role') return <AtSign {...ICON} />
  if (entity.kind === 'user') return user ? <Avatar user={user} size={20} /> : <AtSign {...ICON} />
  if (type === ChannelType.GUILD_CATEGORY) return <Folder {...ICON} />
  if (type === ChannelType.GUILD_VOICE || type === ChannelType.GUILD_STAGE_VOICE) return <Volume2 {...ICON} />
  return type === ChannelType.GUILD_FORUM || type === ChannelType.GUILD_MEDIA ? (
    <MessagesSquare {...ICON} />
  ) : (
    <Hash {...ICON} />
  )
}
