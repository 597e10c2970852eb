import { byPosition, isThread, permissionsIn, permissionsInGuild } from '@guildhall/client/questions'
import { type ChannelObject, ChannelType, Permission } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { maySet } from '../../domain/channels/may-set.ts'
import { canShift, moveToCategory, shiftChannel } from '../../domain/channels/move-channels.ts'
import styles from '../../domain/people/user-menu.module.css'
import { useClient, useClientState, useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import { lazy } from '../../ui/lazy.tsx'
import menu from '../../ui/menu.module.css'
import { channelMenu, closeChannelMenu, type OpenChannelMenu } from './channel-menu.ts'

const NewChannel = lazy(async () => ({ default: (await import('../../domain/channels/new-channel.tsx')).NewChannel }))

/** The menu of a channel that was pressed with the second button, or of a category by its button. */
export function ChannelMenuHost() {
  const open = useStore(channelMenu, (state) => state.open)
  const channel = useClientState(({ channels }) => channels.get(open?.channelId ?? ''))
  const [category, setCategory] = useState<ChannelObject | null>(null)
  return (
    <>
      <Suspense>
        {open && channel?.guild_id && (
          <ChannelMenu
            key={`${open.channelId} ${open.x} ${open.y}`}
            open={open}
            channel={channel}
            guildId={channel.guild_id}
            onCreate={() => setCategory(channel)}
          />
        )}
      </Suspense>
      <Suspense>
        {category?.guild_id && (
          <NewChannel guildId={category.guild_id} parentId={category.id} onClose={() => setCategory(null)} />
        )}
      </Suspense>
    </>
  )
}

function ChannelMenu(props: { open: OpenChannelMenu; channel: ChannelObject; guildId: string; onCreate: () => void }) {
  const { open, channel, guildId, onCreate } = props
  const { x, y, from } = open
  const isCategory = channel.type === ChannelType.GUILD_CATEGORY
  const sets = useClientState((state) => !isThread(channel) && maySet(permissionsIn(state, channel)))
  const manages = useClientState((state) => (permissionsInGuild(state, guildId) & Permission.MANAGE_CHANNELS) !== 0n)
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && closeChannelMenu()}>
      <DropdownMenu.Trigger className={styles.point} style={{ left: x, top: y }} tabIndex={-1} aria-hidden />
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={menu.menu}
          align="start"
          collisionPadding={8}
          aria-label={channel.name ?? t('Channel')}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            from.focus()
          }}
        >
          {sets && (
            <DropdownMenu.Item className={menu.item} asChild>
              <Link to="/guilds/$guildId/channels/$channelId/$" params={{ guildId, channelId: channel.id, _splat: '' }}>
                {isCategory ? t('Category settings') : t('Channel settings')}
              </Link>
            </DropdownMenu.Item>
          )}
          {manages && isCategory && (
            <DropdownMenu.Item className={menu.item} onSelect={onCreate}>
              {t('Create channel')}
            </DropdownMenu.Item>
          )}
          {manages && !isThread(channel) && <MoveItems channel={channel} guildId={guildId} />}
          <DropdownMenu.Item className={menu.item} onSelect={() => void navigator.clipboard?.writeText(channel.id)}>
            {isCategory ? t('Copy category ID') : t('Copy channel ID')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function MoveItems({ channel, guildId }: { channel: ChannelObject; guildId: string }) {
  const client = useClient()
  const categories = useShallowState(({ channels }) =>
    [...channels.values()]
      .filter(({ guild_id, type }) => guild_id === guildId && type === ChannelType.GUILD_CATEGORY)
      .sort(byPosition),
  )
  const shift = (by: number, text: string) => (
    <DropdownMenu.Item
      className={menu.item}
      disabled={!canShift(client, channel.id, by)}
      onSelect={() => void shiftChannel(client, channel.id, by)}
    >
      {text}
    </DropdownMenu.Item>
  )
  return (
    <>
      {shift(-1, t('Move up'))}
      {shift(1, t('Move down'))}
      {channel.type !== ChannelType.GUILD_CATEGORY && categories.length > 0 && (
        <DropdownMenu.Sub>
          <DropdownMenu.SubTrigger className={menu.item}>
            {t('Move to category')}
            <span className={menu.more} aria-hidden>
              ›
            </span>
          </DropdownMenu.SubTrigger>
          <DropdownMenu.Portal>
            <DropdownMenu.SubContent className={menu.menu} collisionPadding={8}>
              <DropdownMenu.RadioGroup
                value={channel.parent_id ?? ''}
                onValueChange={(parent) => void moveToCategory(client, channel.id, parent || null)}
              >
                {[{ id: '', name: t('No category') }, ...categories].map(({ id, name }) => (
                  <DropdownMenu.RadioItem key={id} className={menu.item} value={id}>
                    {name}
                  </DropdownMenu.RadioItem>
                ))}
              </DropdownMenu.RadioGroup>
            </DropdownMenu.SubContent>
          </DropdownMenu.Portal>
        </DropdownMenu.Sub>
      )}
    </>
  )
}
