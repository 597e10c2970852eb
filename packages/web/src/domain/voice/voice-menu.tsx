import { permissionsIn } from '@guildhall/client/questions'
import { Permission } from '@guildhall/protocol'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import menu from '../../ui/menu.module.css'
import { showNotice } from '../../ui/notice.ts'
import { isStage, isVoiceChannel, stageRole } from './voice-states.ts'

/** Menu items for moderating a user in a voice channel; none without a permission. */
export function VoiceMenuItems({ userId, guildId }: { userId: string; guildId: string }) {
  const client = useClient()
  const voice = useClientState(({ guilds }) => guilds.get(guildId)?.voiceStates.get(userId))
  const channel = useClientState(({ channels }) => channels.get(voice?.channel_id ?? ''))
  const permissions = useClientState((state) => (channel ? permissionsIn(state, channel) : 0n))
  if (!voice || !channel) return null
  const may = (permission: bigint) => (permissions & permission) !== 0n
  const tellRefusal = (request: Promise<unknown>) => void request.catch((error) => showNotice(messageOf(error)))
  const change = (changes: object) =>
    tellRefusal(
      client.api.call('update_guild_member', { params: { guild_id: guildId, user_id: userId }, body: changes }),
    )
  const changeOnStage = (suppress: boolean) =>
    tellRefusal(
      client.api.call('update_voice_state', {
        params: { guild_id: guildId, user_id: userId },
        body: { channel_id: channel.id, suppress },
      }),
    )
  const onStage = ['speaker', 'invited'].includes(stageRole(voice))
  return (
    <>
      <DropdownMenu.Separator className={menu.separator} />
      {isStage(channel) && may(Permission.MUTE_MEMBERS) && (
        <DropdownMenu.Item className={menu.item} onSelect={() => changeOnStage(onStage)}>
          {onStage ? t('Move to audience') : t('Invite to speak')}
        </DropdownMenu.Item>
      )}
      {may(Permission.MUTE_MEMBERS) && (
        <DropdownMenu.CheckboxItem
          className={menu.item}
          checked={voice.mute}
          onCheckedChange={(mute) => change({ mute })}
        >
          {t('Server mute')}
          <Checked />
        </DropdownMenu.CheckboxItem>
      )}
      {may(Permission.DEAFEN_MEMBERS) && (
        <DropdownMenu.CheckboxItem
          className={menu.item}
          checked={voice.deaf}
          onCheckedChange={(deaf) => change({ deaf })}
        >
          {t('Server deafen')}
          <Checked />
        </DropdownMenu.CheckboxItem>
      )}
      {may(Permission.MOVE_MEMBERS) && (
        <>
          <MoveMenu guildId={guildId} fromId={channel.id} onMove={(channel_id) => change({ channel_id })} />
          <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => change({ channel_id: null })}>
            {t('Disconnect')}
          </DropdownMenu.Item>
        </>
      )}
    </>
  )
}

function Checked() {
  return (
    <DropdownMenu.ItemIndicator className={menu.more} aria-hidden>
      ✓
    </DropdownMenu.ItemIndicator>
  )
}

function MoveMenu(props: { guildId: string; fromId: string; onMove: (channelId: string) => void }) {
  const channels = useClientState(({ channels }) => channels)
  const others = [...channels.values()].filter(
    (channel) => channel.guild_id === props.guildId && isVoiceChannel(channel) && channel.id !== props.fromId,
  )
  if (others.length === 0) return null
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={menu.item}>
        {t('Move to')}
        <span className={menu.more} aria-hidden>
          ›
        </span>
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className={menu.menu}>
          {others.map(({ id, name }) => (
            <DropdownMenu.Item key={id} className={menu.item} onSelect={() => props.onMove(id)}>
              {name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  )
}
