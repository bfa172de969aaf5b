import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import type { McpSignIn } from '../../../src/connectors/mcp-connection.ts';

/** Signs in without a person: opens the sign-in page itself and keeps what it is redirected to. */
export function createHeadlessSignIn(client?: OAuthClientInformationMixed): McpSignIn {
  const redirectUrl = 'http://localhost:3000/callback';
  const clientMetadata: OAuthClientMetadata = {
    client_name: 'bylaw',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
  let known = client;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  let came: URLSearchParams | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata,
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    clientInformation: () => known,
    saveClientInformation: (information) => {
      known = information;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    invalidateCredentials: (scope) => {
      if (scope === 'all' || scope === 'client') known = undefined;
      if (scope === 'all' || scope === 'tokens') tokens = undefined;
    },
    redirectToAuthorization: async (url) => {
      const response = await fetch(url, { redirect: 'manual' });
      const location = response.headers.get('location');
      if (location === null) throw new Error('the sign-in page did not redirect');
      came = new URL(location).searchParams;
    },
  };
  return {
    provider,
    callback: () => {
      const once = came;
      came = undefined;
      return once;
    },
  };
}
