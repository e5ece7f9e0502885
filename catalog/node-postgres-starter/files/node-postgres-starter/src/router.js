/** `router.add('GET', '/notes/:id', handler)`; `router.find('GET', '/notes/7')` gives the handler and { id: '7' }. */
export function createRouter() {
  const routes = [];
  return {
    add(method, path, handler, options = {}) {
      routes.push({ method, parts: path.split('/').slice(1), handler, ...options });
    },
    find(method, pathname) {
      const given = pathname.split('/').slice(1);
      let isKnownPath = false;
      for (const route of routes) {
        const params = match(route.parts, given);
        if (!params) continue;
        isKnownPath = true;
        if (route.method === method) return { ...route, params };
      }
      return isKnownPath ? 'wrong-method' : null;
    },
  };
}

function match(parts, given) {
  if (parts.length !== given.length) return null;
  const params = {};
  for (const [index, part] of parts.entries()) {
    if (!part.startsWith(':')) {
      if (part !== given[index]) return null;
      continue;
    }
    try {
      params[part.slice(1)] = decodeURIComponent(given[index]);
    } catch {
      return null;
    }
  }
  return params;
}
