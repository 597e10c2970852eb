import { type Static, Type } from 'typebox'
import { Flag, Id, Int, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

export const SkuObject = Type.Object(
  {
    id: Id,
    type: Int,
    application_id: Id,
    name: Text,
    slug: Text,
    flags: Int,
    dependent_sku_id: maybeNull(Id),
    manifest_labels: maybeNull(Type.Array(Text)),
    access_type: maybe(Int),
    features: maybe(Type.Array(Int)),
    release_date: maybeNull(Time),
    premium: maybe(Flag),
    show_age_gate: maybe(Flag),
  },
  { title: 'Sku' },
)
export type SkuObject = Static<typeof SkuObject>

export const EntitlementObject = Type.Object(
  {
    id: Id,
    sku_id: Id,
    application_id: Id,
    user_id: maybe(Id),
    type: Int,
    deleted: Flag,
    starts_at: nullable(Time),
    ends_at: nullable(Time),
    guild_id: maybeNull(Id),
    consumed: maybe(Flag),
    subscription_id: maybe(Id),
    fulfilled_at: maybeNull(Time),
    fulfillment_status: maybeNull(Int),
    gifter_user_id: maybeNull(Id),
    parent_id: maybeNull(Id),
    promotion_id: maybeNull(Id),
    gift_code_flags: maybe(Int),
  },
  { title: 'Entitlement' },
)
export type EntitlementObject = Static<typeof EntitlementObject>

export const SubscriptionObject = Type.Object(
  {
    id: Id,
    user_id: Id,
    sku_ids: Type.Array(Id),
    entitlement_ids: Type.Array(Id),
    renewal_sku_ids: nullable(Type.Array(Id)),
    current_period_start: Time,
    current_period_end: Time,
    status: Int,
    canceled_at: nullable(Time),
    country: maybe(Text),
  },
  { title: 'Subscription' },
)
export type SubscriptionObject = Static<typeof SubscriptionObject>
