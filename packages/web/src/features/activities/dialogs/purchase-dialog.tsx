import type { EntitlementObject, SkuObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../api/client.ts'
import { useClient } from '../../../gateway/react.tsx'
import { numberFormat } from '../../../lib/language/formats.ts'
import { t } from '../../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/field.tsx'
import type { QuestionProps } from '../question-types.ts'
import { usePosting } from './use-posting.ts'

type PricedSku = SkuObject & { readonly price?: { readonly amount: number; readonly currency: string } | null }

/** Asks whether the person buys something of the activity. Nothing is paid: the entitlement is one of a test. */
export function PurchaseDialog({ question, onDone }: QuestionProps<'purchase', readonly EntitlementObject[]>) {
  const { application, skuId } = question
  const client = useClient()
  const { busy, error, run } = usePosting()
  const skus = useQuery({
    queryKey: ['skus', application.id],
    queryFn: () => client.api.call('list_published_skus', { query: { application_id: application.id } }),
    staleTime: 0,
  })
  const sku = skus.data?.find(({ id }) => id === skuId)?.sku
  const buy = () =>
    run(async () => {
      const { entitlements } = await client.api.call('purchase_sku', { params: { sku_id: skuId } })
      onDone(entitlements)
    })
  const loading = error ?? (skus.error ? messageOf(skus.error) : null)
  return (
    <Dialog
      title={
        sku
          ? t('Buy {item} in {application}?', { item: sku.name, application: application.name })
          : t('Buy an item in {application}?', { application: application.name })
      }
      description={costText(sku)}
      onClose={onDone}
    >
      {loading && <ErrorText>{loading}</ErrorText>}
      <DialogButtons action={t('Buy')} busy={busy} onAction={() => void buy()} onCancel={() => onDone()} />
    </Dialog>
  )
}

/** Prices are in the smallest unit of their currency. */
function costText(sku: PricedSku | undefined): string {
  if (!sku?.price) return t('Nothing is paid: purchases on this platform are tests.')
  const { amount, currency } = sku.price
  const format = numberFormat({ style: 'currency', currency })
  return t('It costs {price}. Nothing is paid: purchases on this platform are tests.', {
    price: format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)),
  })
}
