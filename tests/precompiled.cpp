// Nothing but the headers that the test programs share: they are precompiled with this file.
