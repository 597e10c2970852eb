import { holdsMessages, permissionsIn } from '@guildhall/client/questions'
import { Permission } from '@guildhall/protocol'
import { useMemo } from 'react'
import { channelPlaces } from '../../../domain/places/quick-choices.ts'
import { useClient } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { SelectField } from '../../../ui/field.tsx'

/** Places that the list offers. */
const PLACES_MAX = 200

/** A choice of a channel or direct message to write in. Its first place is where the activity runs. */
export function PlaceField(props: { channelId: string; value: string; onChange: (channelId: string) => void }) {
  const { channelId, value, onChange } = props
  const client = useClient()
  const places = useMemo(() => {
    const { state } = client
    const writable = channelPlaces(state).filter(({ id }) => {
      const channel = state.channels.get(id)
      return channel && holdsMessages(channel) && (permissionsIn(state, channel) & Permission.SEND_MESSAGES) !== 0n
    })
    return writable.toSorted((one, other) => Number(other.id === channelId) - Number(one.id === channelId))
  }, [client, channelId])
  return (
    <SelectField label={t('Send to')} value={value} onChange={({ target }) => onChange(target.value)}>
      {places.slice(0, PLACES_MAX).map(({ id, label, detail }) => (
        <option key={id} value={id}>
          {label}
          {detail ? ` (${detail})` : ''}
        </option>
      ))}
    </SelectField>
  )
}
