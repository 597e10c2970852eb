import type { EntitlementObject, SkuObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../api/client.ts'
import { useClient } from '../../../gateway/react.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/field.tsx'
import type { QuestionProps } from '../question-types.ts'
import { usePosting } from './use-posting.ts'

type PricedSku = SkuObject & { readonly price?: { readonly amount: number; readonly currency: string } | null }

interface Listing {
  readonly id: string
  readonly sku: PricedSku
}

/** Asks whether the person buys something of the activity. Nothing is paid: the entitlement is one of a test. */
export function PurchaseDialog({ question, onDone }: QuestionProps<'purchase', readonly EntitlementObject[]>) {
  const { application, skuId } = question
  const client = useClient()
  const { busy, error, run } = usePosting()
  const skus = useQuery({
    queryKey: ['skus', application.id],
    queryFn: () =>
      client.api.get<readonly Listing[]>('/store/published-listings/skus', {
        query: { application_id: application.id },
      }),
    staleTime: 0,
  })
  const sku = skus.data?.find(({ id }) => id === skuId)?.sku
  const buy = () =>
    run(async () => {
      const { entitlements } = await client.api.post<{ entitlements: EntitlementObject[] }>(
        `/store/skus/${skuId}/purchase`,
        {},
      )
      onDone(entitlements)
    })
  const loading = error ?? (skus.error ? messageOf(skus.error) : null)
  return (
    <Dialog
      title={`Buy ${sku?.name ?? 'an item'} in ${application.name}?`}
      description={`${priceText(sku)} Nothing is paid: purchases on this platform are tests.`}
      onClose={onDone}
    >
      {loading && <ErrorText>{loading}</ErrorText>}
      <DialogButtons action="Buy" busy={busy} onAction={() => void buy()} onCancel={() => onDone()} />
    </Dialog>
  )
}

/** Prices are in the smallest unit of their currency. */
function priceText(sku: PricedSku | undefined): string {
  if (!sku?.price) return ''
  const { amount, currency } = sku.price
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency })
  return `It costs ${format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))}.`
}
