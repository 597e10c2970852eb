import { type ChannelObject, ChannelType } from '@guildhall/protocol'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { canShift, shiftChannel } from '../../domain/channels/move-channels.ts'
import { MoveFailure } from '../../domain/channels/move-failure.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'

const ICON = { size: 16, 'aria-hidden': true } as const

/** Place of a channel in the list, for those who do not drag. */
export function ChannelPlace({ channel, guildId }: { channel: ChannelObject; guildId: string }) {
  const client = useClient()
  // The order follows from all channels, so any change of one is looked at.
  useClientState(({ channels }) => channels)
  const detail =
    channel.type === ChannelType.GUILD_CATEGORY ? t('Among the categories') : t('Among the channels of its category')
  return (
    <Section title={t('Position')}>
      <Rows>
        <Row title={t('Place in the list')} detail={detail}>
          <Button
            disabled={!canShift(client, channel.id, -1)}
            onClick={() => void shiftChannel(client, channel.id, -1)}
          >
            <ArrowUp {...ICON} />
            {t('Move up')}
          </Button>
          <Button disabled={!canShift(client, channel.id, 1)} onClick={() => void shiftChannel(client, channel.id, 1)}>
            <ArrowDown {...ICON} />
            {t('Move down')}
          </Button>
        </Row>
      </Rows>
      <MoveFailure guildId={guildId} />
    </Section>
  )
}
