import type { GuildObject, UserObject } from '@guildhall/protocol'
import { type Message, msg, t } from '../lib/language/text.ts'
import styles from './avatar.module.css'

const STATUS_NAMES: Readonly<Record<string, Message>> = {
  online: msg('Online'),
  idle: msg('Idle'),
  dnd: msg('Do not disturb'),
  offline: msg('Offline'),
}

/** Returns the address of a user's avatar, or of the default one. */
function avatarUrl(user: Pick<UserObject, 'id' | 'avatar'>, size: number): string {
  if (user.avatar) return `/cdn/avatars/${user.id}/${user.avatar}.webp?size=${size}`
  return `/cdn/embed/avatars/${Number((BigInt(user.id) >> 22n) % 6n)}.png`
}

export interface AvatarProps {
  user: Pick<UserObject, 'id' | 'avatar' | 'username'>
  size: 16 | 20 | 24 | 32 | 40 | 80
  status?: string | undefined
}

function statusName(status: string): string | undefined {
  const name = STATUS_NAMES[status]
  return name && t(name)
}

/** The picture of a user, with the status if it is given. Decorative: the name stands beside it. */
export function Avatar({ user, size, status }: AvatarProps) {
  return (
    <span className={`${styles.avatar} ${styles[`size${size}`]}`}>
      <img src={avatarUrl(user, size > 32 ? 128 : 64)} alt="" width={size} height={size} loading="lazy" />
      {status && <span className={`${styles.status} ${styles[status] ?? ''}`} title={statusName(status)} />}
    </span>
  )
}

/** The picture of a guild, or the first letters of its name. Decorative. */
export function GuildIcon({
  guild,
  size = 40,
}: {
  guild: Pick<GuildObject, 'id' | 'icon' | 'name'>
  size?: 20 | 40 | 80
}) {
  if (guild.icon) {
    const src = `/cdn/icons/${guild.id}/${guild.icon}.webp?size=128`
    return <img className={`${styles.guild} ${styles[`size${size}`]}`} src={src} alt="" width={size} height={size} />
  }
  return (
    // The letters are no text: they would not match the name of the link around them.
    <span
      className={`${styles.guild} ${styles.letters} ${styles[`size${size}`]}`}
      data-letter={initials(guild.name)}
      aria-hidden
    />
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
}
