import { readEmployment } from '../applicability/employment.ts';
import { readEntity } from '../applicability/entities.ts';
import { readCountry } from '../countries/country-codes.ts';
import type { Profile } from '../domain.ts';

export interface ProfileReading {
  readonly profile: Profile;
  /** Fields whose value is not understood; they count as not known. */
  readonly unknown: readonly (keyof Profile)[];
}

/** One spelling for what a directory or a profile says of a person. */
export function readProfile(said: { readonly [Field in keyof Profile]?: string | undefined }): ProfileReading {
  const text = (value: string | undefined) => (value?.trim() ? value.trim() : undefined);
  const [country, entity, employment] = [text(said.country), text(said.entity), text(said.employment)];
  const place = country === undefined ? undefined : readCountry(country);
  return {
    profile: {
      ...(place?.known && { country: place.code }),
      ...(entity !== undefined && { entity: readEntity(entity) }),
      ...(employment !== undefined && { employment: readEmployment(employment) }),
    },
    unknown: place !== undefined && !place.known ? ['country'] : [],
  };
}
