import type { ChannelObject } from '@guildhall/protocol'
import { Users } from 'lucide-react'
import styles from './group-icon.module.css'

/** The picture of a group, or a sign for several people. Decorative: the name stands beside it. */
export function GroupIcon({ channel, size }: { channel: Pick<ChannelObject, 'id' | 'icon'>; size: 24 | 80 }) {
  if (!channel.icon) return <Users size={size === 24 ? 16 : 40} aria-hidden />
  return (
    <img
      className={styles.icon}
      src={`/cdn/channel-icons/${channel.id}/${channel.icon}.webp?size=${size > 24 ? 128 : 64}`}
      alt=""
      width={size}
      height={size}
    />
  )
}
