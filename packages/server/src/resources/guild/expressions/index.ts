export { editExpression, expressionForCaller, removeExpression } from './actions/change.ts'
export { listExpressions, presentForViewer } from './actions/list.ts'
export { createExpression } from './actions/save.ts'
export { type ExpressionKind, expressionsAfter } from './model.ts'
