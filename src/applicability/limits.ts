import type { DocumentMetadata, FilterTerm, Profile } from '../domain.ts';

export const limitFields = ['country', 'entity', 'employment'] as const;
export type LimitField = keyof Profile & (typeof limitFields)[number];

/** To whom something applies; an empty list limits nothing. */
export type Limits = Readonly<Record<LimitField, readonly string[]>>;

export function limitsOf({ country, entity = [], employment = [] }: DocumentMetadata): Limits {
  return { country, entity, employment };
}

export function isLimited(limits: Limits): boolean {
  return limitFields.some((field) => limits[field].length > 0);
}

export function isLimitField(field: FilterTerm['field']): field is LimitField {
  return field === 'country' || field === 'entity' || field === 'employment';
}

/** The values that a filter asks for of one field. */
export function valuesIn(filter: readonly FilterTerm[], field: LimitField): string[] {
  return filter.filter((term) => term.field === field && term.op === '=').map(({ value }) => value);
}

/** Whether a filter lets something with these limits through. */
export function passes(limits: Limits, filter: readonly FilterTerm[]): boolean {
  return limitFields.every((field) => {
    const wanted = valuesIn(filter, field).map((value) => value.toLowerCase());
    return (
      wanted.length === 0 ||
      limits[field].length === 0 ||
      limits[field].some((value) => wanted.includes(value.toLowerCase()))
    );
  });
}
