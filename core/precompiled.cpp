// Nothing but the headers that the core shares: they are precompiled with this file.
